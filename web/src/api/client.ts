/**
 * The one place that talks to the server. If a request finds that the session has ended, it waits until the
 * person has signed in again and is then repeated, so that nothing typed is lost.
 */
import i18next from 'i18next'
import { DRAFT, draftFor, draftForWrite, noteStep } from './draft'
import { forgetEarly, takeEarly } from './early'
import { AS_OF, instantFor, refusal } from './past'
import { reasonIn } from './reason'

export interface Problem {
  type: string
  title: string
  status: number
  detail: string
  errors?: Record<string, string[]>
  /** The report of work that partly failed. */
  results?: unknown
}

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(reasonIn(problem))
    this.name = 'ApiError'
  }
}

/** The server could not be reached at all. */
export class OfflineError extends Error {
  constructor() {
    super('The server cannot be reached.')
    this.name = 'OfflineError'
  }
}

export type Params = Record<string, string | number | boolean | undefined>

export interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  params?: Params
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Set for the sign-in itself, which must not wait for a sign-in. */
  anonymous?: boolean
  /** Reads the present, whichever instant or draft the interface shows. */
  present?: boolean
  /** Is sent even if the page is closed right away; for small requests. */
  keepalive?: boolean
}

export interface Answer<T> {
  data: T
  etag: string | null
}

/** Asks the person to sign in again; the session gate sets it once someone is signed in. */
let renewSession: (() => Promise<void>) | null = null
/** How often the session was renewed: a late refusal of the old session must not ask a second time. */
let renewals = 0
export function whenSessionEnds(renew: (() => Promise<void>) | null) {
  renewSession = renew
}

let reachable = true
const watchers = new Set<(reachable: boolean) => void>()
export function watchReachable(watcher: (reachable: boolean) => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
function setReachable(now: boolean) {
  if (now === reachable) return
  reachable = now
  for (const watcher of watchers) watcher(now)
}

export function query(params: Params = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  const text = search.toString()
  return text ? `?${text}` : ''
}

/** The URL of something in the API, as of the instant or in the draft being viewed; for links and downloads. */
export function linkTo(path: string, params: Params = {}): string {
  const draft = AS_OF in params ? undefined : draftFor(path)
  return `/api/${path}${query({ [AS_OF]: instantFor(path), [DRAFT]: draft, ...params })}`
}

function csrf(): string {
  return document.cookie.match(/(?:^|;\s*)cairn_csrf=([^;]*)/)?.[1] ?? ''
}

/** Whether this browser has signed in and not signed out. Its session may have ended since. */
export const mayBeSignedIn = () => csrf() !== ''

async function once(path: string, call: Call): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json', ...call.headers }
  // Messages and translated content come in the language of the interface, whatever the browser's is.
  if (i18next.language) headers['accept-language'] = i18next.language
  const isRead = !call.method || call.method === 'GET'
  const draft = isRead ? undefined : draftForWrite(path)
  let body: BodyInit | undefined
  if (call.body instanceof FormData || call.body instanceof Blob) body = call.body
  else if (call.body !== undefined) {
    headers['content-type'] = 'application/json'
    body = JSON.stringify(call.body)
  }
  if (!isRead) {
    headers['x-csrf-token'] = csrf()
    forgetEarly()
  }
  try {
    const address =
      isRead && !call.present
        ? linkTo(path, call.params)
        : `/api/${path}${query({ [DRAFT]: draft, ...call.params })}`
    const early = isRead && !call.headers ? takeEarly(address, i18next.language) : undefined
    const response = await (early ??
      fetch(address, {
        method: call.method ?? 'GET',
        headers,
        body,
        signal: call.signal,
        keepalive: call.keepalive,
        credentials: 'same-origin',
      }))
    setReachable(true)
    if (draft && response.ok) noteStep()
    return response
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    setReachable(false)
    throw new OfflineError()
  }
}

async function problem(response: Response): Promise<ApiError> {
  const fallback = { type: 'unknown', title: response.statusText, status: response.status, detail: '' }
  const body = await response.json().catch(() => fallback)
  return new ApiError(response.status, body as Problem)
}

/** What was just deleted here. A page that is about to be left need not request it again. */
const deleted = new Set<string>()
const JUST_NOW = 5000
const GONE: Problem = { type: 'not_found', title: 'Not found', status: 404, detail: 'It was deleted.' }

function noteDeleted(path: string, method: Call['method']) {
  if (method === 'DELETE') {
    deleted.add(path)
    setTimeout(() => deleted.delete(path), JUST_NOW)
  } else if (method === 'POST' && path.endsWith('/restore/'))
    deleted.delete(path.slice(0, -'restore/'.length))
}

/** Sends a request and returns the raw response; for downloads. `path` is what follows `/api/`. */
export async function send(path: string, call: Call = {}): Promise<Response> {
  if (call.method && call.method !== 'GET') {
    const refused = refusal(path)
    if (refused) throw refused
  } else if (deleted.has(path) && !call.params?.[AS_OF] && !instantFor(path)) throw new ApiError(404, GONE)
  const before = renewals
  let response = await once(path, call)
  if (response.status === 401 && renewSession && !call.anonymous) {
    if (renewals === before) {
      await renewSession()
      renewals = before + 1
    }
    response = await once(path, call)
  }
  if (!response.ok) throw await problem(response)
  noteDeleted(path, call.method)
  return response
}

/** Sends a request and reads the JSON response, with its ETag for safe writes. */
export async function request<T>(path: string, call: Call = {}): Promise<Answer<T>> {
  const response = await send(path, call)
  const data = response.status === 204 ? undefined : await response.json()
  return { data: data as T, etag: response.headers.get('etag') }
}

export async function get<T>(path: string, params?: Params, signal?: AbortSignal): Promise<T> {
  return (await request<T>(path, { params, signal })).data
}
