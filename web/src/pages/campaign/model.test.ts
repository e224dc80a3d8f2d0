import { expect, test } from 'vitest'
import { byNeed, type CampaignAudit, isLate, namesIn } from './model'

const audit = (name: string, more: Partial<CampaignAudit> = {}): CampaignAudit => ({
  id: name,
  name,
  folder: { id: 'f', str: 'Cards' },
  framework: { id: 'w', str: 'Baseline' },
  perimeter: null,
  status: 'in_progress',
  progress: 0,
  due_date: null,
  is_locked: false,
  ...more,
})

test('what is done is not late', () => {
  const due_date = '2026-03-01'
  expect(isLate(audit('a', { due_date }), '2026-03-02')).toBe(true)
  expect(isLate(audit('a', { due_date }), '2026-03-01')).toBe(false)
  expect(isLate(audit('a', { due_date, status: 'done' }), '2026-03-02')).toBe(false)
})

test('what is late comes first, then what is furthest behind', () => {
  const all = [
    audit('far', { progress: 80 }),
    audit('late', { progress: 90, due_date: '2026-01-01' }),
    audit('behind', { progress: 10 }),
  ]
  expect(byNeed(all, '2026-03-02').map(one => one.name)).toEqual(['late', 'behind', 'far'])
})

test('whoever answers is named once', () => {
  const by = (id: string, names: string[]) => ({
    id,
    compliance_assessment: { id: id.slice(0, 1), str: '' },
    actor: names.map(str => ({ id: str, str })),
    status: 'draft' as const,
  })
  expect(namesIn('a', [by('a1', ['Ada', 'Bo']), by('a2', ['Bo']), by('b1', ['Cy'])])).toEqual(['Ada', 'Bo'])
})
