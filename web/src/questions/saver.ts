/**
 * Saves answers while they are given. They outlive the page they were typed on: what cannot be sent is sent again
 * once the server is back, and an answer that someone else has changed in the meantime is not overwritten.
 */
import { ApiError, OfflineError, request, watchReachable } from '@/api/client'
import type { Row } from '@/api/model'
import { queryClient } from '@/api/query'
import {
  ANSWERS,
  type Answer,
  answersOf,
  answersQuery,
  bodyOf,
  type Given,
  givenIn,
  isSame,
  type Question,
} from './api'

/** `waiting` is not sent yet, `offline` could not be sent, `conflict` and `refused` wait for the person. */
export type State = 'waiting' | 'saving' | 'saved' | 'offline' | 'conflict' | 'refused'

export interface Entry {
  row: string
  question: Question
  /** What the server had when the person began. */
  seen: Given
  given: Given
  state: State
  /** What someone else has answered. */
  theirs?: Given
  /** Why it was refused. */
  error?: Error
  savedAt?: string
}

interface Known {
  id: string
  etag: string | null
}

const TYPING = 700
const AGAIN = 4000
/** Results and scores follow from answers; they are asked for once nobody has typed for a moment. */
const PAUSE = 900
/** The browser sends small requests even if the page is closed right away. */
const SMALL = 30_000

const entries = new Map<string, Entry>()
const known = new Map<string, Known>()
const timers = new Map<string, ReturnType<typeof setTimeout>>()
const busy = new Set<string>()
const listeners = new Set<() => void>()
let version = 0
let recount: ReturnType<typeof setTimeout> | undefined

const keyOf = (row: string, question: string) => `${row}/${question}`

function tell() {
  version += 1
  for (const listener of listeners) listener()
}

export const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
export const currentVersion = () => version
export const entryOf = (row: string, question: string) => entries.get(keyOf(row, question))
export const allEntries = () => [...entries.values()]

/** Whether something would be lost if the page were closed now. */
export const isUnsaved = () => allEntries().some(entry => entry.state !== 'saved')

/** Takes an answer, and saves it `now` or when the person stops typing. */
export function answer(row: string, question: Question, before: Given, given: Given, now = false) {
  const key = keyOf(row, question.id)
  const entry = entries.get(key)
  const begun = entry && entry.state !== 'saved'
  entries.set(key, {
    row,
    question,
    seen: begun ? entry.seen : before,
    given,
    // Their answer stays in sight until the person has decided.
    state: entry?.state === 'conflict' ? 'conflict' : 'waiting',
    theirs: entry?.state === 'conflict' ? entry.theirs : undefined,
  })
  tell()
  if (entry?.state !== 'conflict') plan(key, now ? 0 : TYPING)
}

/** Sends what waits, since the field or the page is left. */
export function flush(row?: string) {
  for (const [key, entry] of entries)
    if (entry.state === 'waiting' && (!row || entry.row === row)) plan(key, 0)
}

/** Tries again what was refused or could not be sent. */
export function again(row: string, question: string) {
  change(keyOf(row, question), { state: 'waiting', error: undefined })
  plan(keyOf(row, question), 0)
}

/** Ends a conflict: with the person's own answer, or with the other one. */
export function settle(row: string, question: string, mine: boolean) {
  const key = keyOf(row, question)
  const entry = entries.get(key)
  if (!entry) return
  const theirs = entry.theirs ?? null
  if (mine) {
    change(key, { seen: theirs, theirs: undefined, state: 'waiting' })
    plan(key, 0)
  } else {
    entries.delete(key)
    tell()
    void queryClient.invalidateQueries({ queryKey: answersQuery(row).queryKey })
  }
}

function change(key: string, values: Partial<Entry>) {
  const entry = entries.get(key)
  if (entry) entries.set(key, { ...entry, ...values })
  tell()
}

function plan(key: string, delay: number) {
  clearTimeout(timers.get(key))
  timers.set(
    key,
    setTimeout(() => void save(key), delay),
  )
}

async function save(key: string) {
  const entry = entries.get(key)
  // One request at a time for an answer: the one on its way looks for newer text when it is done.
  if (!entry || busy.has(key) || entry.state === 'saved' || entry.state === 'conflict') return
  busy.add(key)
  change(key, { state: 'saving', error: undefined })
  try {
    const found = await send(key, entry)
    const now = entries.get(key)
    if (found.theirs !== undefined) change(key, { state: 'conflict', theirs: found.theirs })
    else if (now && !isSame(now.given, entry.given)) change(key, { seen: entry.given, state: 'waiting' })
    else change(key, { seen: entry.given, state: 'saved', savedAt: new Date().toISOString() })
    if (found.theirs === undefined) remember(entry, found.id)
  } catch (error) {
    const isLost = error instanceof OfflineError || (error instanceof ApiError && error.status >= 500)
    const isNewer = !isSame(entries.get(key)?.given ?? null, entry.given)
    if (isLost) change(key, { state: 'offline' })
    else if (isNewer) change(key, { state: 'waiting' })
    else change(key, { state: 'refused', error: error as Error })
    if (isLost) plan(key, AGAIN)
  } finally {
    busy.delete(key)
    if (entries.get(key)?.state === 'waiting') plan(key, 0)
  }
}

/** The id of the saved answer, or what someone else has answered. */
async function send(key: string, entry: Entry): Promise<{ id: string; theirs?: Given }> {
  const body = bodyOf(entry.question.type, entry.given)
  const keepalive = JSON.stringify(body).length < SMALL
  let at: Known | undefined = known.get(key) ?? (await look(entry))
  if (!at) {
    try {
      const values = { requirement_assessment: entry.row, question: entry.question.id, ...body }
      const made = await request<Row>(`${ANSWERS}/`, { method: 'POST', body: values, keepalive })
      known.set(key, { id: made.data.id, etag: made.etag })
      return { id: made.data.id }
    } catch (error) {
      // Someone else may have been first.
      at = error instanceof ApiError && error.status < 500 ? await look(entry) : undefined
      if (!at) throw error
    }
  }
  const { id } = at
  const path = `${ANSWERS}/${id}/`
  let { etag } = at
  for (let attempt = 0; ; attempt += 1) {
    if (!etag || attempt > 0) {
      const now = await request<Row>(`${path}object/`)
      const theirs = givenIn(now.data)
      if (!isSame(theirs, entry.seen) && !isSame(theirs, entry.given)) {
        known.delete(key)
        return { id, theirs }
      }
      etag = now.etag
    }
    try {
      const headers = etag ? { 'if-match': etag } : undefined
      const saved = await request<Row>(path, { method: 'PATCH', body, headers, keepalive })
      known.set(key, { id, etag: saved.etag })
      return { id }
    } catch (error) {
      known.delete(key)
      if (!(error instanceof ApiError && error.status === 412) || attempt > 2) throw error
    }
  }
}

async function look(entry: Entry): Promise<Known | undefined> {
  const params = { requirement_assessment: entry.row, question: entry.question.id }
  const [found] = await answersOf(params)
  return found && { id: found.id, etag: null }
}

/** Puts the answer where pages read it, and has what follows from it asked for again. */
function remember(entry: Entry, id: string) {
  const saved: Answer = { id, question: entry.question.id, given: entry.given }
  queryClient.setQueryData(answersQuery(entry.row).queryKey, answers =>
    answers ? [...answers.filter(one => one.question !== saved.question), saved] : answers,
  )
  clearTimeout(recount)
  recount = setTimeout(() => {
    if (allEntries().some(one => one.state === 'saving' || one.state === 'waiting')) return
    for (const path of ['compliance-assessments', 'requirement-assessments'])
      for (const kind of ['item', 'list']) void queryClient.invalidateQueries({ queryKey: [kind, path] })
  }, PAUSE)
}

function resend() {
  for (const [key, entry] of entries) if (entry.state === 'offline') plan(key, 0)
}

window.addEventListener('online', resend)
watchReachable(reachable => {
  if (reachable) resend()
})
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') flush()
})
