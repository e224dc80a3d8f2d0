/** Whether a date of an object has passed and still matters. */
import type { Resource, Row } from '@/api/model'
import { daysLeft } from '@/pages/due/days'

/** Dates by which something has to be done, and dates on which something ends. */
const DUE = /(^|_)(eta|due_date|deadline|next_review(_date)?)$/
const ENDS = /(^|_)(expiry|expiration)(_date)?$/

export type Sort = 'due' | 'ends'

export function sortOf(name: string): Sort | null {
  return DUE.test(name) ? 'due' : ENDS.test(name) ? 'ends' : null
}

/** Statuses in which nothing is left to do, whatever the resource. */
const SETTLED = new Set([
  ...['active', 'done', 'closed', 'resolved', 'mitigated', 'dismissed', 'approved', 'completed'],
  ...['fixed', 'not_exploitable', 'unaffected'],
  ...['accepted', 'cancelled', 'deprecated', 'discarded', 'rejected', 'terminated', 'inactive'],
])
/** Something that has ended, or is out of use, does not end again. */
const OVER = new Set([
  'deprecated',
  'dismissed',
  'closed',
  'cancelled',
  'discarded',
  'terminated',
  'inactive',
])

function statusOf(resource: Resource, row: Row): string | null {
  const field = resource.fields.find(field => field.kind === 'choice' && /^(lc_)?status$/.test(field.name))
  return field ? String(row[field.name] ?? '') : null
}

/** How many days late a date is, if it still matters; otherwise nothing. */
export function daysLate(resource: Resource, row: Row, name: string, today?: string): number | null {
  const sort = sortOf(name)
  const day = row[name]
  if (!sort || typeof day !== 'string') return null
  const left = daysLeft(day, today)
  const status = statusOf(resource, row)
  if (left >= 0 || (status && (sort === 'due' ? SETTLED : OVER).has(status))) return null
  return -left
}
