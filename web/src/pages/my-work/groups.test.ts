import { expect, it } from 'vitest'
import { grouped } from './groups'
import type { Work } from './work'

const item = (id: string, day?: string): Work => ({ resource: 'findings', id, name: id, why: 'x', day })

it('puts work where it is looked for, and shows no empty groups', () => {
  const items = [
    item('late', '2026-03-01'),
    item('today', '2026-03-02'),
    item('sunday', '2026-03-08'),
    item('next monday', '2026-03-09'),
    item('whenever'),
  ]
  const groups = grouped(items, '2026-03-02').map(group => [group.name, group.items.map(one => one.id)])
  expect(groups).toEqual([
    ['overdue', ['late']],
    ['week', ['today', 'sunday']],
    ['later', ['next monday']],
    ['undated', ['whenever']],
  ])
  expect(grouped([], '2026-03-02')).toEqual([])
})
