/** A what-if against the present, and what can be done with it. */
import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { get, request } from '@/api/client'
import { DRAFTS } from '@/api/draft'
import type { Ref } from '@/api/model'
import { itemQuery } from '@/api/objects'
import { queryClient } from '@/api/query'
import type { Draft } from '@/api/useDraft'
import type { FieldChange } from '@/resource/journal/entry'
import type { Stage } from '../risk/model/scenario'

export interface Change {
  kind: 'created' | 'updated' | 'deleted'
  resource: string
  id: string | null
  name: string
  changes: FieldChange[]
}

export interface Step {
  number: number
  /** Empty if the reader may see nothing of it. */
  name: string
  kind: string
  resource: string
  object_id: string | null
  action: string | null
  at: string
  changes: Change[]
}

/** A draft on its own page. */
export interface FullDraft extends Draft {
  fingerprint: string
  steps: Step[]
  closed_at: string | null
  closed_by: Ref | null
  closed_by_label: string | null
}

export interface Problem {
  step: number
  name: string
  message: string
}

export interface ComparedObject {
  kind: Change['kind']
  resource: string
  id: string
  str: string
  changes: FieldChange[]
}

export interface ComparedMeasure {
  name: string
  resource: string
  query: Record<string, string>
  before: number
  after: number
}

export interface ComparedLevel {
  /** −1 for what is not rated. */
  level: number
  name: string
  color: string
  before: number
  after: number
}

export interface AuditNumbers {
  progress: number
  /** −1 or null where nothing is scored. */
  score: number | null
  max_score: number
  compliant: number
  open: number
  stale: number
}

export interface ComparedAudit {
  id: string
  str: string
  /** None for an audit that the draft creates. */
  before: AuditNumbers | null
  /** None for an audit that the draft deletes. */
  after: AuditNumbers | null
}

export interface Comparison {
  fingerprint: string
  steps: number
  problems: Problem[]
  objects: ComparedObject[]
  truncated: boolean
  measures: ComparedMeasure[]
  levels: Record<Stage, ComparedLevel[]>
  audits: ComparedAudit[]
}

export function fullDraftQuery(id: string) {
  const { queryKey, queryFn, staleTime } = itemQuery(DRAFTS, id)
  return { queryKey, queryFn, staleTime, select: (row: unknown) => row as FullDraft }
}

/** Among the objects, so that any change asks for it again. */
export const comparisonQuery = (id: string) =>
  queryOptions({
    queryKey: ['item', DRAFTS, id, 'comparison'],
    queryFn: ({ signal }) => get<Comparison>(`${DRAFTS}/${id}/comparison/`, undefined, signal),
    staleTime: 5000,
    enabled: () => isOpen(id),
  })

/** As far as it is known: there is nothing to compare any more once it is applied or discarded. */
const isOpen = (id: string) => {
  const row = queryClient.getQueryData<FullDraft>(itemQuery(DRAFTS, id).queryKey)
  return !row || row.status === 'open'
}

function close(id: string, status: Draft['status']) {
  const change = (row: object | undefined) => row && { ...row, status }
  queryClient.setQueryData(itemQuery(DRAFTS, id).queryKey as QueryKey, change)
}

const post = async <T>(id: string, action: string, body: unknown): Promise<T> =>
  (await request<T>(`${DRAFTS}/${id}/${action}/`, { method: 'POST', body })).data

export async function apply(id: string, expect: string) {
  const done = await post<{ changes: number }>(id, 'apply', { expect })
  close(id, 'applied')
  return done
}

export async function discard(id: string) {
  await post(id, 'discard', {})
  close(id, 'discarded')
}

export const removeStep = (id: string, step: number, expect: string) =>
  post(id, 'remove-step', { step, expect })

/** The actions that the page offers in its own way. */
export const OWN_ACTIONS = ['apply', 'discard', 'remove-step', 'comparison']

/** How many are created, changed and deleted. */
export function countKinds(objects: { kind: Change['kind'] }[]): Record<Change['kind'], number> {
  const counts = { created: 0, updated: 0, deleted: 0 }
  for (const { kind } of objects) counts[kind] += 1
  return counts
}
