import { expect, test } from 'vitest'
import { type Group, linesOf, onlyGroup } from './groups'

const groups: Group[] = [
  { key: 'active', label: 'Active', count: 2 },
  { key: 'to_do', label: 'To do', count: 3 },
  { key: null, label: null, count: 1 },
]

test('each group has a head, and its rows unless it is folded', () => {
  expect(linesOf(groups, new Set())).toHaveLength(3 + 6)
  const lines = linesOf(groups, new Set(['active']))
  expect(lines.slice(0, 3)).toEqual([
    { group: 0, at: null },
    { group: 1, at: null },
    { group: 1, at: 0 },
  ])
  expect(lines).toHaveLength(3 + 4)
})

test('a group is asked for by its key, or by being empty', () => {
  expect(onlyGroup('status', groups[0] as Group)).toEqual({ status: 'active' })
  expect(onlyGroup('status', groups[2] as Group)).toEqual({ status__isnull: 'true' })
})
