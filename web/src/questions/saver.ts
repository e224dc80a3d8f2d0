/**
 * Saves what people type while they type it. It outlives the page: what cannot be sent is sent again once the server is
 * back, and a value that someone else has changed in the meantime is not overwritten.
 */
import { ApiError, OfflineError, watchReachable } from '@/api/client'
import { queryClient } from '@/api/query'

export type Given = string | number | boolean | string[] | null

/** Something that is saved: an answer, or a field. */
export interface Subject {
  key: string
  /** The row of the audit that it belongs to. */
  row: string
  /** Saves `given` if the server still has what the person has `seen`; otherwise says what it has. */
  send: (seen: Given, given: Given) => Promise<{ theirs?: Given }>
  /** Puts it where pages read it. */
  onSaved: (given: Given) => void
  /** Has pages read what the server has. */
  reload: () => void
}

/** `waiting` is not sent yet, `offline` could not be sent, `conflict` and `refused` wait for the person. */
export type State = 'waiting' | 'saving' | 'saved' | 'offline' | 'conflict' | 'refused'

export interface Entry {
  subject: Subject
  /** What the server had when the person began. */
  seen: Given
  given: Given
  state: State
  /** What someone else has put there. */
  theirs?: Given
  /** Why it was refused. */
  error?: Error
  savedAt?: string
}

const TYPING = 700
const AGAIN = 4000
/** Results and scores follow from answers; they are asked for once nobody has typed for a moment. */
const PAUSE = 900

const entries = new Map<string, Entry>()
const timers = new Map<string, ReturnType<typeof setTimeout>>()
const busy = new Set<string>()
const listeners = new Set<() => void>()
let version = 0
let recount: ReturnType<typeof setTimeout> | undefined

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
export const entryOf = (key: string) => entries.get(key)
export const allEntries = () => [...entries.values()]

/** What is shown: what the person has typed until it is saved, then what the pages know. */
export function shownFor(key: string, known: Given): Given {
  const entry = entries.get(key)
  return entry && entry.state !== 'saved' ? entry.given : known
}

/** Whether something would be lost if the page were closed now. */
export const isUnsaved = () => allEntries().some(entry => entry.state !== 'saved')

/** Choices have no order of their own. */
export const isSame = (one: Given, other: Given) =>
  Array.isArray(one) && Array.isArray(other)
    ? one.length === other.length && one.every(id => other.includes(id))
    : one === other

/** Takes a value, and saves it `now` or when the person stops typing. */
export function put(subject: Subject, before: Given, given: Given, now = false) {
  const { key } = subject
  const entry = entries.get(key)
  const isOpen = entry?.state === 'conflict'
  entries.set(key, {
    subject,
    seen: entry && entry.state !== 'saved' ? entry.seen : before,
    given,
    // What others put there stays in sight until the person has decided.
    state: isOpen ? 'conflict' : 'waiting',
    theirs: isOpen ? entry.theirs : undefined,
  })
  tell()
  if (!isOpen) plan(key, now ? 0 : TYPING)
}

/** Sends what waits, since the field or the page is left. */
export function flush(row?: string) {
  for (const [key, entry] of entries)
    if (entry.state === 'waiting' && (!row || entry.subject.row === row)) plan(key, 0)
}

/** Sends what waits; whether everything has been saved in the end. */
export function whenSaved(): Promise<boolean> {
  flush()
  return new Promise(resolve => {
    const look = () => {
      if (allEntries().some(entry => entry.state === 'waiting' || entry.state === 'saving')) return
      stop()
      resolve(!isUnsaved())
    }
    const stop = subscribe(look)
    look()
  })
}

/** Tries again what was refused. */
export function again(key: string) {
  change(key, { state: 'waiting', error: undefined })
  plan(key, 0)
}

/** Ends a conflict: with the person's own value, or with the other one. */
export function settle(key: string, mine: boolean) {
  const entry = entries.get(key)
  if (!entry) return
  if (mine) {
    change(key, { seen: entry.theirs ?? null, theirs: undefined, state: 'waiting' })
    plan(key, 0)
  } else {
    entries.delete(key)
    tell()
    entry.subject.reload()
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
  // One request at a time for a value: the one on its way looks for newer text when it is done.
  if (!entry || busy.has(key) || entry.state === 'saved' || entry.state === 'conflict') return
  busy.add(key)
  change(key, { state: 'saving', error: undefined })
  const isNewer = () => !isSame(entries.get(key)?.given ?? null, entry.given)
  try {
    const { theirs } = await entry.subject.send(entry.seen, entry.given)
    if (theirs !== undefined) change(key, { state: 'conflict', theirs })
    else {
      entry.subject.onSaved(entry.given)
      if (isNewer()) change(key, { seen: entry.given, state: 'waiting' })
      else change(key, { seen: entry.given, state: 'saved', savedAt: new Date().toISOString() })
      countAgain()
    }
  } catch (error) {
    const isLost = error instanceof OfflineError || (error instanceof ApiError && error.status >= 500)
    if (isLost) change(key, { state: 'offline' })
    else if (isNewer()) change(key, { state: 'waiting' })
    else change(key, { state: 'refused', error: error as Error })
    if (isLost) plan(key, AGAIN)
  } finally {
    busy.delete(key)
    if (entries.get(key)?.state === 'waiting') plan(key, 0)
  }
}

/** Has what follows from it asked for again. */
function countAgain() {
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
