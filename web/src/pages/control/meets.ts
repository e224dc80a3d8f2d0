/** The requirements that a control serves, by the audit that asks for them. */
import type { Ref, Row } from '@/api/model'
import { RESULTS, type Result } from '../audit/model/tree'

export interface Served extends Row {
  compliance_assessment: Ref
  requirement: Ref & { ref_id?: string | null }
  result: Result
}

export interface Met {
  audit: Ref
  requirements: { id: string; name: string }[]
  /** In the fixed order of results, those that occur. */
  results: { result: Result; count: number }[]
}

/** What is missing most decides the sign of an audit. */
const WORST: Result[] = [
  'non_compliant',
  'partially_compliant',
  'not_assessed',
  'compliant',
  'not_applicable',
]

export const worstOf = (met: Met): Result =>
  WORST.find(result => met.results.some(one => one.result === result)) ?? 'not_assessed'

export function byAudit(rows: Served[]): Met[] {
  const found = new Map<string, Served[]>()
  for (const row of rows)
    found.set(row.compliance_assessment.id, [...(found.get(row.compliance_assessment.id) ?? []), row])
  return [...found.values()].map(all => ({
    audit: (all[0] as Served).compliance_assessment,
    requirements: all.map(row => ({
      id: row.requirement.id,
      name: row.requirement.ref_id || row.requirement.str,
    })),
    results: RESULTS.map(result => ({
      result,
      count: all.filter(row => row.result === result).length,
    })).filter(one => one.count > 0),
  }))
}
