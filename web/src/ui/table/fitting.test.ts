import { expect, test } from 'vitest'
import { fitting } from './fitting'

const column = (id: string, width: number, grow = false) => ({ id, label: id, width, grow, cell: () => null })
const columns = [column('ref', 100), column('name', 260, true), column('status', 120), column('due', 190)]
const ids = (all: { id: string }[]) => all.map(one => one.id)

test('what has room is shown, the rest is left out from the right', () => {
  expect(ids(fitting(columns, 700).hidden)).toEqual([])
  expect(ids(fitting(columns, 600).hidden)).toEqual(['due'])
  expect(ids(fitting(columns, 600).shown)).toEqual(['ref', 'name', 'status'])
  expect(ids(fitting(columns, 310).hidden)).toEqual(['status', 'due'])
})

test('what is often cut off gets half of what the name does not need, and not too much', () => {
  const all = [column('name', 260, true), { ...column('domain', 160), stretches: true }]
  const width = (room: number) => fitting(all, room).shown[1]?.width
  expect(width(400)).toBe(160)
  expect(width(480)).toBe(190)
  expect(width(2000)).toBe(232)
})

test('the name stays whatever happens', () => {
  expect(ids(fitting(columns, 50).shown)).toEqual(['name'])
})

test('a narrow column does not slip in behind one that was left out', () => {
  const odd = [column('name', 260, true), column('wide', 300), column('tiny', 20)]
  expect(ids(fitting(odd, 400).hidden)).toEqual(['wide', 'tiny'])
})
