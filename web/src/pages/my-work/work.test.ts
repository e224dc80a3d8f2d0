import { expect, it } from 'vitest'
import { merged, type Work } from './work'

const occurrence = (id: string, day: string): Work => ({
  resource: 'task-nodes',
  id,
  name: 'Access review',
  why: 'x',
  day,
  row: { id, task_template: { id: 'task', str: 'Access review' } },
})

it('lists late occurrences of a task, and the next one only', () => {
  const items = [
    occurrence('april', '2026-04-01'),
    occurrence('february', '2026-02-01'),
    occurrence('march', '2026-03-20'),
    occurrence('january', '2026-01-01'),
  ]
  expect(merged(items, '2026-03-11').map(item => item.id)).toEqual(['january', 'february', 'march'])
})

it('lists a record once, under its first date, and what has none last', () => {
  const item = (id: string, day?: string): Work => ({ resource: 'evidences', id, name: id, why: 'x', day })
  const items = [item('b'), item('a', '2026-03-20'), item('a', '2026-03-12')]
  expect(merged(items, '2026-03-11').map(one => [one.id, one.day])).toEqual([
    ['a', '2026-03-12'],
    ['b', undefined],
  ])
})
