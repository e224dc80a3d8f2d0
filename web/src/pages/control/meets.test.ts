import { expect, test } from 'vitest'
import type { Result } from '../audit/model/tree'
import { byAudit, type Served, worstOf } from './meets'

const row = (audit: string, requirement: string, result: Result): Served => ({
  id: `${audit} ${requirement}`,
  compliance_assessment: { id: audit, str: audit },
  requirement: { id: requirement, str: `${requirement} Access control`, ref_id: requirement },
  result,
})

test('requirements stand under their audit, and the worst result is its sign', () => {
  const found = byAudit([
    row('ISO', 'A.5.17', 'compliant'),
    row('NIST', 'IA-2', 'not_assessed'),
    row('ISO', 'A.8.5', 'partially_compliant'),
  ])
  expect(found.map(met => [met.audit.id, met.requirements.map(one => one.name), worstOf(met)])).toEqual([
    ['ISO', ['A.5.17', 'A.8.5'], 'partially_compliant'],
    ['NIST', ['IA-2'], 'not_assessed'],
  ])
  expect(found[0]?.results).toEqual([
    { result: 'compliant', count: 1 },
    { result: 'partially_compliant', count: 1 },
  ])
})
