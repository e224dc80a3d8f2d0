/**
 * The what-if draft that the whole interface works in: none, or the one in the URL (`?draft=`). This is the one place that
 * knows it. The client reads everything as if the draft were carried out, and every change becomes a step of it.
 *
 * A draft begins and ends with loading the page anew. What is still waiting to be saved, or could be undone, therefore
 * never ends up in the present, nor the other way round.
 */
import i18next from 'i18next'
import { AS_OF, isOwn, isPresent } from './past'

export const DRAFT = 'draft'
export const DRAFTS = 'what-if-drafts'

/** The draft in an address; the past has none. */
export function draftIn(search: string): string | undefined {
  const params = new URLSearchParams(search)
  return params.get(AS_OF) ? undefined : params.get(DRAFT) || undefined
}

/** The draft in the URL; none for the present. */
export const draft = (): string | undefined => draftIn(window.location.search)

/** The draft that the page was loaded with. */
const entered = typeof window === 'undefined' ? undefined : draft()

/** Whether the URL leads to another draft, or out of it: then the page is loaded anew. */
export const isElsewhere = (now: string | undefined) => now !== entered

/** Drafts themselves are never part of one. */
const isDrafts = (path: string) => path.startsWith(`${DRAFTS}/`)

/** A draft is not in the journal: nothing in it has happened. */
const isHistory = (path: string) => path.endsWith('/history/')

/** The draft for reading a path of the API; none for what has no other state. */
export function draftFor(path: string): string | undefined {
  return isPresent(path) || isDrafts(path) || isHistory(path) ? undefined : draft()
}

/** The draft that a change goes into. People can change their own account at any time. */
export function draftForWrite(path: string): string | undefined {
  if (isOwn(path) || isDrafts(path)) return undefined
  if (isElsewhere(draft())) throw new Error(i18next.t('whatIf.moved'))
  return entered
}

const watchers = new Set<() => void>()

/** Calls back after each change that went into the draft. */
export function watchSteps(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => {
    watchers.delete(watcher)
  }
}

export function noteStep() {
  for (const watcher of watchers) watcher()
}

/** The address without the draft, or with another one. */
export function inDraft(address: string, id: string | undefined): string {
  const url = new URL(address, window.location.origin)
  url.searchParams.delete(AS_OF)
  if (id) url.searchParams.set(DRAFT, id)
  else url.searchParams.delete(DRAFT)
  return url.pathname + url.search
}

/** Works in a draft from now on, or in the present, on this page or another. */
export function enterDraft(id: string | undefined, address = window.location.href) {
  window.location.assign(inDraft(address, id))
}
