/** What the action plan of an audit asks the API for. */
import { queryOptions } from '@tanstack/react-query'
import { get, request } from '@/api/client'
import type { Ref } from '@/api/model'
import type { Page } from '@/api/objects'
import { AUDITS } from '../api'
import type { Bucket, Measure, Planned } from './model'

const MOST = 1000

/** Every control of the plan: groups and totals need them all. */
export const planQuery = <T extends Measure = Planned>(id: string, path = AUDITS) =>
  queryOptions({
    queryKey: ['item', path, id, 'plan'],
    queryFn: async ({ signal }) => {
      const all: T[] = []
      for (let more = true; more; ) {
        const params = { limit: MOST, offset: all.length, ordering: 'name' }
        const page = await get<Page<T>>(`${path}/${id}/action-plan/`, params, signal)
        all.push(...page.results)
        more = page.next !== null && page.results.length > 0
      }
      return all
    },
    staleTime: 15_000,
  })

interface CostOf {
  fixed_cost: number
  people_days: number
}

export interface Budget {
  count: number
  count_with_cost: number
  total_annual_cost: number
  currency: string
  eta_buckets: { key: Bucket; count: number; total: number }[]
  cost_breakdown: { build: CostOf; run: CostOf }
  other_currencies: { currency: string; count: number; total: number }[]
}

/** What the plan of an audit or of a risk assessment costs. */
export const budgetQuery = (id: string, path = AUDITS) =>
  queryOptions({
    queryKey: ['item', path, id, 'budget'],
    queryFn: ({ signal }) => get<Budget>(`${path}/${id}/action-plan/budget-overview/`, undefined, signal),
    staleTime: 15_000,
  })

/** A control that the requirements suggest. */
export interface Suggestion {
  name: string
  ref_id: string | null
  reference_control: Ref
  suggestion_status: 'create' | 'link' | 'linked'
  requirement_assessments: Ref[]
}

const suggest = async (audit: string, dryRun: boolean) => {
  const path = `${AUDITS}/${audit}/suggestions/applied-controls/`
  const answer = await request<Suggestion[]>(path, { method: 'POST', body: { dry_run: dryRun } })
  return answer.data.filter(one => dryRun || one.suggestion_status !== 'linked')
}

/** What the requirements suggest and the audit does not have yet. */
export const suggestionsQuery = (audit: string) =>
  queryOptions({
    queryKey: ['item', AUDITS, audit, 'suggestions'],
    queryFn: async () => (await suggest(audit, true)).filter(one => one.suggestion_status !== 'linked'),
    staleTime: 30_000,
  })

export const takeSuggestions = (audit: string) => suggest(audit, false)
