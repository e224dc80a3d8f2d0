/**
 * The instant that the whole interface shows: now, or the one in the URL (`?as_of=`), so that a link shows
 * what its sender saw. This is the one place that knows it. The client sends every request as of that
 * instant and sends no changes; the model document and the person's permissions, which pages check before
 * they offer a change, are read-only (`readOnly`, `onlyViews`).
 */
import i18next from 'i18next'

export const AS_OF = 'as_of'

/** The instant in the URL; none for now. */
export function instant(): string | undefined {
  return new URLSearchParams(window.location.search).get(AS_OF) || undefined
}

/** The time that pages compare dates with: what was due is due as of then. */
export function viewedTime(): Date {
  const at = new Date(instant() ?? Date.now())
  return Number.isNaN(at.getTime()) ? new Date() : at
}

/** What belongs to the person or the program is always current; everything else has a past. */
const PRESENT = [
  'model/',
  'iam/',
  'user-preferences/',
  'health/',
  'build/',
  'schema/',
  'journal/',
  'diff/',
  'settings/feature-flags/defaults/',
  'webhooks/event-types/',
]

/** Resources that only grow, such as the audit log: the server keeps no past of them. */
let logs: string[] = []

interface Described {
  path: string
  history?: boolean
  read_only: boolean
  permissions: { view: boolean; add: boolean; change: boolean; delete: boolean }
  actions: { method: 'GET' | 'POST' }[]
}

/** What has no history of its own is a log. */
export function learnLogs(resources: Record<string, Described>) {
  logs = Object.values(resources)
    .filter(resource => resource.history === false)
    .map(resource => `${resource.path}/`)
}

/** Whether a path of the API has one state only, the present one. */
export const isPresent = (path: string): boolean =>
  [...PRESENT, ...logs].some(start => path.startsWith(start))

/** The instant for a path of the API; none for what has no past. */
export function instantFor(path: string): string | undefined {
  return isPresent(path) ? undefined : instant()
}

/** Whether a path is about the person's own account. */
export const isOwn = (path: string): boolean =>
  (path.startsWith('iam/') && path !== 'iam/set-password/') || path.startsWith('user-preferences/')

/** Why a change cannot be sent, or nothing. People can change their own account at any time. */
export function refusal(path: string): Error | undefined {
  return instant() && !isOwn(path) ? new Error(i18next.t('time.readOnly')) : undefined
}

/** A URL of the interface that shows the same instant, or the same draft. */
export function atInstant(address: string): string {
  const search = new URLSearchParams(window.location.search)
  const kept = [AS_OF, 'draft'].flatMap(name =>
    search.get(name) ? [[name, search.get(name) as string]] : [],
  )
  const text = new URLSearchParams(kept).toString()
  return text ? `${address}${address.includes('?') ? '&' : '?'}${text}` : address
}

function remembered<T extends object>(make: (given: T) => T): (given: T) => T {
  const made = new WeakMap<T, T>()
  return given => {
    const known = made.get(given)
    if (known) return known
    const result = make(given)
    made.set(given, result)
    return result
  }
}

/** A read-only resource. Its details may not be loaded yet, so they are read when they are needed. */
function toLookAt<R extends Described>(resource: R): R {
  return Object.defineProperties({} as R, {
    ...Object.getOwnPropertyDescriptors(resource),
    read_only: { value: true, enumerable: true },
    permissions: {
      value: { ...resource.permissions, add: false, change: false, delete: false },
      enumerable: true,
    },
    actions: { get: () => resource.actions.filter(action => action.method === 'GET'), enumerable: true },
  })
}

/** The model document, read-only. */
export const readOnly = remembered(
  <M extends { resources: Record<string, Described> }>(model: M): M => ({
    ...model,
    resources: Object.fromEntries(
      Object.entries(model.resources).map(([path, resource]) => [path, toLookAt(resource)]),
    ),
  }),
) as <M extends { resources: Record<string, Described> }>(model: M) => M

/** A user with view permissions only. */
export const onlyViews = remembered(
  <U extends { domain_permissions: Record<string, string[]> }>(user: U): U => ({
    ...user,
    domain_permissions: Object.fromEntries(
      Object.entries(user.domain_permissions).map(([folder, set]) => [
        folder,
        set.filter(permission => permission.startsWith('view_')),
      ]),
    ),
  }),
) as <U extends { domain_permissions: Record<string, string[]> }>(user: U) => U
