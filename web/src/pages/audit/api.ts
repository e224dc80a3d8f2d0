/** What the page of an audit asks the API for. */
import { queryOptions } from '@tanstack/react-query'
import { get } from '@/api/client'
import type { Ref, Row } from '@/api/model'
import { itemQuery, pageQuery } from '@/api/objects'
import { AUDITS, treeQuery } from './ahead'
import { type Group, type Tally, tallyOf } from './model/progress'

export { AUDITS, treeQuery }
export const ROWS = 'requirement-assessments'

export interface Framework extends Ref {
  name?: string
  ref_id?: string | null
  implementation_groups_definition?: Group[] | null
}

export interface Audit extends Row {
  name: string
  folder: Ref
  framework: Framework
  status: string
  due_date: string | null
  is_locked: boolean
  selected_implementation_groups: string[] | null
  min_score: number | null
  max_score: number | null
  scoring_enabled?: boolean
}

export function auditQuery(id: string) {
  const { queryKey, queryFn, staleTime } = itemQuery(AUDITS, id)
  return { queryKey, queryFn, staleTime, select: (row: Row) => row as Audit }
}

export interface Score {
  implementation_score: number | null
  documentation_score: number | null
  maturity_score: number | null
  min_score: number
  max_score: number
  total_max_score: number | null
  scoring_enabled: boolean
}

export const scoreQuery = (id: string) =>
  queryOptions({
    queryKey: ['item', AUDITS, id, 'score'],
    queryFn: ({ signal }) => get<Score>(`${AUDITS}/${id}/global_score/`, undefined, signal),
    staleTime: 15_000,
  })

/** The results of an audit, counted. */
export const resultsQuery = (audit: string) =>
  queryOptions({
    queryKey: ['item', AUDITS, audit, 'results'],
    queryFn: async ({ signal }): Promise<Tally> => {
      type Donuts = { result: { values: { name: string; value: number }[] } }
      const { result } = await get<Donuts>(`${AUDITS}/${audit}/donut_data/`, undefined, signal)
      return tallyOf(result.values)
    },
    staleTime: 30_000,
  })

/** Why a result is no longer supported. */
export interface Cause {
  reason: 'control_inactive' | 'evidence_expired' | 'evidence_withdrawn'
  /** Where the cause is a record of: `applied-controls` or `evidences`. */
  resource: string
  id: string
  name: string
  status: string | null
  expired_on: string | null
}

/** What is stale and why, by row. */
export const staleQuery = (id: string) =>
  queryOptions({
    queryKey: ['item', AUDITS, id, 'stale'],
    queryFn: async ({ signal }) => {
      type Stale = { results: { id: string; reasons: Cause[] }[] }
      const { results } = await get<Stale>(`${AUDITS}/${id}/stale/`, undefined, signal)
      return new Map(results.map(one => [one.id, one.reasons]))
    },
    staleTime: 30_000,
  })

/** Other audits of the same framework. */
export const similarQuery = (framework: string) =>
  pageQuery<Audit>(AUDITS, { framework, ordering: '-created_at' }, 0, 100)
