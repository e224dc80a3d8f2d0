/** Journal entries, as in the audit log and the history of an object. */
import type { Ref } from '@/api/model'

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
