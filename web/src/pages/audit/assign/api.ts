/** Who answers which requirements of the audit. */
import { queryOptions } from '@tanstack/react-query'
import { get, request } from '@/api/client'
import type { Page } from '@/api/objects'
import type { Assignment, Plan, Status } from './model'

export const ASSIGNMENTS = 'requirement-assignments'

const MOST = 1000

export const assignmentsQuery = (audit: string) =>
  queryOptions({
    queryKey: ['list', ASSIGNMENTS, 'of', audit],
    queryFn: async ({ signal }) =>
      (
        await get<Page<Assignment>>(
          `${ASSIGNMENTS}/`,
          { compliance_assessment: audit, limit: MOST, ordering: 'created_at' },
          signal,
        )
      ).results,
    staleTime: 15_000,
  })

export const setStatus = (id: string, status: Status, observation?: string) =>
  request(`${ASSIGNMENTS}/${id}/set_status/`, { method: 'POST', body: { status, observation } })

/** Carries out a plan. What others lose comes first, since a requirement is in one assignment only. */
export async function assign(audit: string, actors: string[], plan: Plan, start: boolean) {
  for (const { from, left } of plan.taken) {
    if (left.length === 0) await request(`${ASSIGNMENTS}/${from.id}/`, { method: 'DELETE' })
    else await patch(from.id, { requirement_assessments: left })
  }
  if (plan.into) {
    const own = plan.into.requirement_assessments.map(row => row.id)
    await patch(plan.into.id, { requirement_assessments: [...own, ...plan.rows] })
    if (start && plan.into.status === 'draft') await setStatus(plan.into.id, 'in_progress')
    return
  }
  const body = { compliance_assessment: audit, actor: actors, requirement_assessments: plan.rows }
  const made = await request<{ id: string }>(`${ASSIGNMENTS}/`, { method: 'POST', body })
  if (start) await setStatus(made.data.id, 'in_progress')
}

const patch = (id: string, body: Record<string, unknown>) =>
  request(`${ASSIGNMENTS}/${id}/`, { method: 'PATCH', body })

/** Takes requirements out of their assignments, which go when nothing is left of them. */
export async function unassign(plan: Pick<Plan, 'taken'>) {
  for (const { from, left } of plan.taken) {
    if (left.length === 0) await request(`${ASSIGNMENTS}/${from.id}/`, { method: 'DELETE' })
    else await patch(from.id, { requirement_assessments: left })
  }
}
