import { expect, it } from 'vitest'
import { byDay, type Entry, kindsOf, told, undated } from './entries'

const entry = (id: string, resource: string, date: string): Entry => ({
  id,
  resource,
  date,
  field: 'due_date',
  label: 'Due.',
  str: id,
  folder: 'f',
  is_overdue: false,
})

it('counts kinds and sorts entries into their days', () => {
  const all = [
    entry('a', 'findings', '2026-03-01'),
    entry('b', 'task-nodes', '2026-03-01'),
    entry('c', 'task-nodes', '2026-03-04'),
  ]
  expect(kindsOf(all)).toEqual([
    { kind: 'task-nodes', count: 2 },
    { kind: 'findings', count: 1 },
  ])
  expect([...byDay(all)].map(([day, list]) => [day, list.length])).toEqual([
    ['2026-03-01', 2],
    ['2026-03-04', 1],
  ])
  expect(told('Task due.')).toBe('Task due')
  expect(undated(entry('Drill (2026-03-04)', 'task-nodes', '2026-03-04')).str).toBe('Drill')
  expect(undated(entry('Drill (2025)', 'task-nodes', '2026-03-04')).str).toBe('Drill (2025)')
})
