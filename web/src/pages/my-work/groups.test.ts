import { expect, it } from 'vitest'
import { addDays } from '../due/days'
import { days, grouped } from './groups'
import type { Work } from './work'

const item = (id: string, day?: string): Work => ({ resource: 'findings', id, name: id, why: 'x', day })

const ITEMS = [
  item('late', '2026-03-01'),
  item('today', '2026-03-02'),
  item('sunday', '2026-03-08'),
  item('next monday', '2026-03-09'),
  item('whenever'),
]

it('puts work where it is looked for, and shows no empty groups', () => {
  const groups = grouped(ITEMS, '2026-03-02').map(group => [group.name, group.items.map(one => one.id)])
  expect(groups).toEqual([
    ['overdue', ['late']],
    ['today', ['today']],
    ['week', ['sunday']],
    ['later', ['next monday']],
    ['undated', ['whenever']],
  ])
  expect(grouped([], '2026-03-02')).toEqual([])
})

it('shows the next days, those with nothing too', () => {
  const next = days(ITEMS, '2026-03-02', day => addDays(day, 1), 7)
  expect(next.map(one => one.items.length)).toEqual([1, 0, 0, 0, 0, 0, 1])
  expect(next.at(-1)?.day).toBe('2026-03-08')
})
