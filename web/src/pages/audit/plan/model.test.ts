import { expect, test } from 'vitest'
import { bucketOf, groupsOf, isIn, isOpen, type Planned } from './model'

const control = (name: string, more: Partial<Planned> = {}): Planned => ({
  id: name,
  name,
  ref_id: null,
  status: 'to_do',
  priority: null,
  eta: null,
  owner: [],
  annual_cost: '0.00',
  currency: '€',
  requirement_assessments: [],
  stale: false,
  stale_reasons: [],
  ...more,
})
const TODAY = '2026-03-10'

test('what is active or deprecated is done, whatever its date', () => {
  expect(isOpen(control('a', { status: 'degraded' }))).toBe(true)
  expect(bucketOf(control('a', { status: 'active', eta: '2020-01-01' }), TODAY)).toBe('done')
  expect(isIn(control('a', { status: 'deprecated', eta: '2020-01-01' }), 'overdue', TODAY)).toBe(false)
})

test('dates fall into the buckets of the server', () => {
  const of = (eta: string | null) => bucketOf(control('a', { eta }), TODAY)
  expect([of(null), of('2026-03-09'), of('2026-03-10'), of('2026-04-09'), of('2026-04-10')]).toEqual([
    'no_eta',
    'overdue',
    'due_30d',
    'due_30d',
    'due_90d',
  ])
  expect([of('2026-06-08'), of('2026-06-09')]).toEqual(['due_90d', 'later'])
})

test('groups keep their order, add up one currency, and what has no group comes last', () => {
  const all = [
    control('late', { priority: 2, eta: '2026-01-01', annual_cost: '100.50' }),
    control('none', { annual_cost: '20' }),
    control('first', { priority: 1, annual_cost: '7', currency: '$' }),
    control('later', { priority: 2, eta: '2026-09-01', annual_cost: '1' }),
  ]
  const groups = groupsOf(all, one => String(one.priority ?? ''), ['1', '2', '3'], '€')
  expect(groups.map(group => [group.key, group.controls.map(one => one.name), group.cost])).toEqual([
    ['1', ['first'], 0],
    ['2', ['late', 'later'], 101.5],
    ['', ['none'], 20],
  ])
})
