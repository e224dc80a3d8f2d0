import { expect, test } from 'vitest'
import { type Line, PARTS, reachable, tallyOf } from './model'

const set = (source: string, target: string) => ({
  source_framework_urn: source,
  target_framework_urn: target,
})
const framework = (urn: string) => ({ urn, name: urn })

test('frameworks are found in both directions and over others, the nearest first', () => {
  const sets = [set('a', 'z'), set('B', 'z'), set('b', 'c'), set('x', 'y')]
  const loaded = ['c', 'z', 'b', 'x', 'a'].map(framework)
  expect(reachable('A', sets, loaded).map(one => one.urn)).toEqual(['z', 'b', 'c'])
  expect(reachable('q', sets, loaded)).toEqual([])
})

test('what no mapping leads to counts as not assessed', () => {
  expect(tallyOf({ results: { compliant: 3, not_assessed: 1 }, not_covered: 2 })).toMatchObject({
    total: 6,
    assessed: 3,
    results: { compliant: 3, not_assessed: 3, non_compliant: 0 },
  })
})

test('lines are answered, open, or in need of a look', () => {
  const line = (result: Line['result'], needs_review = false) => ({ result, needs_review }) as Line
  expect(PARTS.answered(line('compliant'))).toBe(true)
  expect(PARTS.answered(line('not_assessed'))).toBe(false)
  expect(PARTS.open(line(null))).toBe(true)
  expect(PARTS.review(line('compliant', true))).toBe(true)
  expect(PARTS.review(line('not_assessed', true))).toBe(false)
})
