import { expect, test } from 'vitest'
import { deedsFor } from './acceptance'
import { byScenario, type MatrixChange } from './changes'
import { appetite, heatOf, moved, wayOf } from './heat'
import { isAbove, levelOf, placeOf, ratingValues, worstFirst } from './scenario'
import { matrix, scenario } from './testMatrix'
import { thinned } from './timeline'

test('a scenario is in a cell once both scores are there and the matrix has them', () => {
  expect(placeOf(scenario('R.01', { current_proba: 2 }), 'current', matrix)).toBeNull()
  expect(placeOf(scenario('R.01', { current_proba: 2, current_impact: 3 }), 'current', matrix)).toBeNull()
  const rated = scenario('R.01', { current_proba: 1, current_impact: 2 })
  expect(placeOf(rated, 'current', matrix)).toEqual({ probability: 1, impact: 2 })
  expect(levelOf(rated, 'current', matrix)).toBe(2)
  expect(levelOf(rated, 'residual', matrix)).toBeNull()
})

test('the map has the most probable at the top, and says what is not rated', () => {
  const heat = heatOf(
    matrix,
    [scenario('R.01', { current_proba: 2, current_impact: 0 }), scenario('R.02')],
    'current',
  )
  expect(heat.rows[0]?.[0]?.scenarios.map(one => one.ref_id)).toEqual(['R.01'])
  expect(heat.rows[0]?.map(cell => cell.level)).toEqual([1, 2, 2])
  expect(heat.unrated.map(one => one.ref_id)).toEqual(['R.02'])
})

test('a way joins stages that share a cell and passes over what is not rated', () => {
  const way = wayOf(
    scenario('R.01', { inherent_proba: 2, inherent_impact: 2, residual_proba: 0, residual_impact: 1 }),
    matrix,
  )
  expect(way.map(stop => stop.stages)).toEqual([['inherent'], ['residual']])
  const still = scenario('R.02', {
    current_proba: 1,
    current_impact: 1,
    residual_proba: 1,
    residual_impact: 1,
  })
  expect(wayOf(still, matrix)).toEqual([
    { place: { probability: 1, impact: 1 }, stages: ['current', 'residual'] },
  ])
})

test('arrow keys stay on the map', () => {
  const at = { probability: 2, impact: 0 }
  expect(moved(at, 'ArrowUp', matrix)).toEqual(at)
  expect(moved(at, 'ArrowDown', matrix)).toEqual({ probability: 1, impact: 0 })
  expect(moved(at, 'End', matrix)).toEqual({ probability: 2, impact: 2 })
  expect(moved(at, 'PageDown', matrix)).toEqual({ probability: 0, impact: 0 })
  expect(moved(at, 'x', matrix)).toBeNull()
})

test('the appetite is the border between levels, and nothing without one', () => {
  expect(appetite(matrix, -1)).toEqual([])
  expect(appetite(matrix, 2)).toEqual([])
  // High is at the top right: two cells in the first row, one in the second.
  expect(appetite(matrix, 1)).toEqual([
    [1, 0, 1, 1],
    [1, 1, 2, 1],
    [2, 1, 2, 2],
    [2, 2, 3, 2],
  ])
  expect([isAbove(2, 1), isAbove(1, 1), isAbove(null, 1), isAbove(2, -1)]).toEqual([true, false, null, null])
})

test('the worst comes first and what is not rated last', () => {
  const all = [
    scenario('R.10'),
    scenario('R.02', { current_proba: 0, current_impact: 0 }),
    scenario('R.03', { current_proba: 1, current_impact: 2 }),
    scenario('R.01', { current_proba: 2, current_impact: 1 }),
    scenario('R.9'),
  ]
  expect(worstFirst(all, 'current', matrix).map(one => one.ref_id)).toEqual([
    'R.03',
    'R.01',
    'R.02',
    'R.9',
    'R.10',
  ])
})

test('a rating is written as two scores, and taken back', () => {
  expect(ratingValues('residual', { probability: 1, impact: 0 })).toEqual({
    residual_proba: 1,
    residual_impact: 0,
  })
  expect(ratingValues('current', null)).toEqual({ current_proba: -1, current_impact: -1 })
})

test('a course has one point a day, evenly chosen when there are too many', () => {
  const point = (date: string, count: number) => ({ date, count, inherent: {}, current: {}, residual: {} })
  const two = thinned([point('2026-03-01T08:00:00Z', 1), point('2026-03-01T09:00:00Z', 2)], 5)
  expect(two.map(one => one.count)).toEqual([2])
  const many = Array.from({ length: 28 }, (_, at) => point(`2026-03-${String(at + 1).padStart(2, '0')}`, at))
  expect(thinned(many, 4).map(one => one.count)).toEqual([0, 9, 18, 27])
})

test('the approver decides, others prepare', () => {
  expect(deedsFor('created', { edits: true, approves: false })).toEqual(['submit'])
  expect(deedsFor('submitted', { edits: true, approves: false })).toEqual(['draft'])
  expect(deedsFor('submitted', { edits: false, approves: true })).toEqual(['accept', 'reject'])
  expect(deedsFor('accepted', { edits: true, approves: true })).toEqual(['revoke'])
  expect(deedsFor('revoked', { edits: true, approves: true })).toEqual([])
})

test('what another matrix changes is told for each scenario, from the inherent to the residual level', () => {
  const rating = { probability: 1, impact: 1, level: 1 }
  const change = (scenario: string, stage: MatrixChange['stage']): MatrixChange => ({
    scenario,
    ref_id: scenario,
    name: scenario,
    stage,
    is_clamped: false,
    before: rating,
    after: rating,
  })
  const found = byScenario([
    change('R.02', 'residual'),
    change('R.01', 'current'),
    change('R.02', 'inherent'),
  ])
  expect(found.map(one => [one.id, one.ratings.map(rating => rating.stage)])).toEqual([
    ['R.02', ['inherent', 'residual']],
    ['R.01', ['current']],
  ])
})
