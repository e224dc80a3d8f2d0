/** Campaigns without a page: how their audits stand together. */
import type { Ref } from '@/api/model'
import { daysLeft } from '@/pages/due/days'
import type { Status } from '../audit/assign/model'

export interface CampaignAudit {
  id: string
  name: string
  folder: Ref
  framework: Ref
  perimeter: Ref | null
  status: string | null
  progress: number | null
  due_date: string | null
  is_locked: boolean
}

/** An assignment, as far as a campaign needs it. */
export interface Respondent {
  id: string
  compliance_assessment: Ref
  actor: Ref[]
  status: Status
}

const OVER = ['done', 'deprecated']

/** Whether it should have been finished. */
export const isLate = (audit: Pick<CampaignAudit, 'status' | 'due_date'>, today?: string) =>
  audit.due_date !== null && !OVER.includes(audit.status ?? '') && daysLeft(audit.due_date, today) < 0

/** What is late comes first, then what is furthest behind. */
export function byNeed(audits: readonly CampaignAudit[], today?: string): CampaignAudit[] {
  return [...audits].sort(
    (one, other) =>
      Number(isLate(other, today)) - Number(isLate(one, today)) ||
      (one.progress ?? 0) - (other.progress ?? 0) ||
      one.name.localeCompare(other.name),
  )
}

/** The people who answer in an audit, each once. */
export function namesIn(audit: string, respondents: readonly Respondent[]): string[] {
  const own = respondents.filter(one => one.compliance_assessment.id === audit)
  return [...new Set(own.flatMap(one => one.actor.map(actor => actor.str)))]
}
