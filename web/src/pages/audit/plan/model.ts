/** The action plan without a page: what is open, what is due when, and groups with what they cost. */
import type { Ref, Row } from '@/api/model'
import { daysLeft } from '@/pages/due/days'
import type { Cause } from '../api'

/** A control of a plan. */
export interface Measure extends Row {
  name: string
  ref_id: string | null
  status: string
  priority: number | null
  eta: string | null
  owner: Ref[]
  /** Per year, as a decimal. */
  annual_cost: string | null
  currency: string | null
}

/** A control of the plan of an audit, with the rows that it serves. */
export interface Planned extends Measure {
  requirement_assessments: Ref[]
  stale: boolean
  stale_reasons: Cause[]
}

export const WAYS = ['status', 'priority', 'due'] as const
export type Way = (typeof WAYS)[number]

export const PARTS = ['open', 'overdue', 'stale', 'all'] as const
export type Part = (typeof PARTS)[number]

/** In the order of urgency. The server groups its budget by the same names. */
export const BUCKETS = ['overdue', 'due_30d', 'due_90d', 'later', 'no_eta', 'done'] as const
export type Bucket = (typeof BUCKETS)[number]

/** Whether something is left to do. */
export const isOpen = (control: Pick<Measure, 'status'>) =>
  control.status !== 'active' && control.status !== 'deprecated'

export function bucketOf(control: Pick<Measure, 'status' | 'eta'>, today?: string): Bucket {
  if (!isOpen(control)) return 'done'
  if (!control.eta) return 'no_eta'
  const left = daysLeft(control.eta, today)
  return left < 0 ? 'overdue' : left <= 30 ? 'due_30d' : left <= 90 ? 'due_90d' : 'later'
}

export function isIn(control: Planned, part: Part, today?: string): boolean {
  if (part === 'all') return true
  if (part === 'stale') return control.stale
  return part === 'open' ? isOpen(control) : bucketOf(control, today) === 'overdue'
}

/** What it adds to the total, which is in the currency of the instance alone. */
export const costOf = (control: Pick<Measure, 'annual_cost' | 'currency'>, currency: string) =>
  control.currency === currency ? Number(control.annual_cost ?? 0) : 0

export interface PlanGroup<T extends Measure> {
  /** The choice or the bucket; empty for controls without one. */
  key: string
  controls: T[]
  cost: number
}

const LAST = 9999

/** What is late or pressing comes first. */
function before(one: Measure, other: Measure): number {
  const date = (control: Measure) => (isOpen(control) && control.eta ? control.eta : '9999')
  return (
    date(one).localeCompare(date(other)) ||
    (one.priority ?? LAST) - (other.priority ?? LAST) ||
    one.name.localeCompare(other.name)
  )
}

/** Groups in the order given; controls of none of them come last. */
export function groupsOf<T extends Measure>(
  controls: readonly T[],
  keyOf: (control: T) => string,
  order: readonly string[],
  currency: string,
): PlanGroup<T>[] {
  const groups = new Map<string, PlanGroup<T>>(order.map(key => [key, { key, controls: [], cost: 0 }]))
  for (const control of [...controls].sort(before)) {
    const wanted = keyOf(control)
    const key = groups.has(wanted) ? wanted : ''
    const group = groups.get(key) ?? { key, controls: [], cost: 0 }
    group.controls.push(control)
    group.cost += costOf(control, currency)
    groups.set(key, group)
  }
  return [...groups.values()].filter(group => group.controls.length > 0)
}
