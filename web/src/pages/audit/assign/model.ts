/** Assignments without a page: who has what, and what has to change for someone to get more. */
import type { Ref } from '@/api/model'

export type Status = 'draft' | 'in_progress' | 'submitted' | 'changes_requested' | 'closed'

export interface Assignment {
  id: string
  actor: Ref[]
  requirement_assessments: Ref[]
  status: Status
  events: { event_type: string; event_notes: string | null; created_at: string }[]
}

export type ByRow = ReadonlyMap<string, Assignment>

export const byRow = (all: readonly Assignment[]): ByRow =>
  new Map(all.flatMap(one => one.requirement_assessments.map(row => [row.id, one] as const)))

export const namesOf = (assignment: Assignment) => assignment.actor.map(actor => actor.str)

/** While it waits for the auditor, or is done, nothing of it changes. */
export const isSettled = ({ status }: Assignment) => status === 'submitted' || status === 'closed'

export interface Plan {
  /** What the people get. */
  rows: string[]
  /** Their assignment that it goes into; without one there is a new one. */
  into?: Assignment
  /** Who loses something, and what they keep. */
  taken: { from: Assignment; left: string[]; count: number }[]
  /** What stays with others, since they have submitted it. */
  kept: string[]
}

const sameActors = (assignment: Assignment, actors: readonly string[]) =>
  assignment.actor.length === actors.length && assignment.actor.every(actor => actors.includes(actor.id))

export function plan(wanted: readonly string[], actors: readonly string[], all: readonly Assignment[]): Plan {
  const owner = byRow(all)
  const into = all.find(one => !isSettled(one) && sameActors(one, actors))
  const kept = wanted.filter(row => {
    const now = owner.get(row)
    return now !== undefined && isSettled(now)
  })
  const rows = wanted.filter(row => !kept.includes(row) && (!into || owner.get(row) !== into))
  const taken = all.flatMap(from => {
    if (from === into || isSettled(from)) return []
    const left = from.requirement_assessments.map(row => row.id).filter(row => !rows.includes(row))
    const count = from.requirement_assessments.length - left.length
    return count > 0 ? [{ from, left, count }] : []
  })
  return { rows, into, taken, kept }
}

/** What was said when it was last sent back. */
export function lastNote({ status, events }: Assignment): string | null {
  if (status !== 'changes_requested' && status !== 'in_progress') return null
  return [...events].reverse().find(event => event.event_type === 'changes_requested')?.event_notes ?? null
}
