/** What the pages of risks ask the API for. */
import { queryOptions } from '@tanstack/react-query'
import { get } from '@/api/client'
import type { Ref, Row } from '@/api/model'
import { itemQuery, type Page } from '@/api/objects'
import type { MatrixDefinition } from '@/pages/matrix/matrix'
import type { Scenario } from './model/scenario'

export const ASSESSMENTS = 'risk-assessments'
export const SCENARIOS = 'risk-scenarios'
export const ACCEPTANCES = 'risk-acceptances'
export const MATRICES = 'risk-matrices'

/** The action that lets ratings follow controls; a dialog offers it, so that no menu has to. */
export const FOLLOW = 'sync-to-actions'

export interface Assessment extends Row {
  name: string
  folder: Ref
  status: string | null
  due_date: string | null
  risk_matrix: Ref
  /** The highest level that is tolerated; −1 without one. */
  risk_tolerance: number
  is_locked: boolean
}

export function assessmentQuery(id: string) {
  const { queryKey, queryFn, staleTime } = itemQuery(ASSESSMENTS, id)
  return { queryKey, queryFn, staleTime, select: (row: Row) => row as Assessment }
}

export function matrixQuery(id: string) {
  const { queryKey, queryFn } = itemQuery(MATRICES, id)
  return {
    queryKey,
    queryFn,
    staleTime: 60_000,
    select: (row: Row) => row.json_definition as MatrixDefinition,
  }
}

const STEP = 1000

/** All scenarios of an assessment: the map counts every one. */
export const scenariosQuery = (assessment: string) =>
  queryOptions({
    queryKey: ['list', SCENARIOS, 'of assessment', assessment],
    queryFn: async ({ signal }) => {
      const all: Scenario[] = []
      for (let more = true; more; ) {
        const params = { risk_assessment: assessment, ordering: 'ref_id', limit: STEP, offset: all.length }
        const page = await get<Page<Scenario>>(`${SCENARIOS}/`, params, signal)
        all.push(...page.results)
        more = page.next !== null && page.results.length > 0
      }
      return all
    },
    staleTime: 15_000,
  })
