/** Journal entries, as in the audit log and the history of an object. */
import type { Model, Ref } from '@/api/model'

export const LOG = 'log-entries'

export interface FieldChange {
  field: string
  label: string
  before?: unknown
  after?: unknown
  added?: Ref[] | null
  removed?: Ref[] | null
}

export interface Entry {
  id: string
  /** The position in the journal, for restoring a state and proving an entry. */
  seq: number
  at: string
  kind: string
  resource: string
  object: { resource: string; id: string; str: string } | null
  object_name: string | null
  folder: Ref | null
  actor: Ref | null
  actor_label: string | null
  origin: string
  token: Ref | null
  address: string | null
  request: string | null
  changes: FieldChange[]
  detail: Record<string, unknown> | null
}

/** What is in the navigation: its parts, such as the requirements of an audit, would crowd out the rest. */
export const listedPaths = (model: Model) =>
  Object.values(model.resources)
    .filter(resource => resource.listed)
    .map(resource => resource.path)
    .join(',')

/** What one request did to several objects of a kind, told once. */
export interface Gathered {
  entry: Entry
  count: number
  /** Whether there may be more of them than were loaded. */
  isCut: boolean
}

/** Entries, those of one request and kind together; `total` is how many there are in all. */
export function gathered(entries: Entry[], total: number): Gathered[] {
  const all: Gathered[] = []
  for (const [at, entry] of entries.entries()) {
    const isCut = at === entries.length - 1 && total > entries.length
    const same = all.find(
      one =>
        !!entry.request &&
        one.entry.request === entry.request &&
        one.entry.kind === entry.kind &&
        one.entry.resource === entry.resource,
    )
    if (same) {
      same.count += 1
      same.isCut ||= isCut
    } else all.push({ entry, count: 1, isCut: false })
  }
  return all
}

/** Kinds after which an object has another state. */
export const CHANGES = ['created', 'updated', 'deleted']

const dayOf = (at: string) => {
  const day = new Date(at)
  return new Date(day.getFullYear(), day.getMonth(), day.getDate()).getTime()
}

/** Entries under the day on which they happened, where the person is. */
export function byDay<T extends { at: string }>(entries: T[]): { day: number; entries: T[] }[] {
  const days: { day: number; entries: T[] }[] = []
  for (const entry of entries) {
    const day = dayOf(entry.at)
    const last = days.at(-1)
    if (last?.day === day) last.entries.push(entry)
    else days.push({ day, entries: [entry] })
  }
  return days
}
