import { expect, test } from 'vitest'
import { above, assessable, every, firstOpen, grow, lines, type NodeRow, narrow } from './tree'

const row = (urn: string, parent: string | null, more: Partial<NodeRow> = {}): NodeRow => ({
  id: urn,
  urn,
  parent_urn: parent,
  ref_id: urn.toUpperCase(),
  name: null,
  description: null,
  assessable: true,
  implementation_groups: [],
  ...more,
})

const roots = grow([
  row('a', null, { assessable: false, name: 'Accès' }),
  row('a.1', 'a', { description: 'Passwords are long.', implementation_groups: ['basic'] }),
  row('a.2', 'a', { description: 'A second factor.', implementation_groups: ['full'] }),
  row('b', null, { assessable: false, name: 'Backups' }),
  row('b.1', 'b', { description: 'Restores are tried.' }),
  row('lost', 'nowhere', { name: 'Adrift' }),
])
const ids = (nodes = roots) => every(nodes).map(node => node.id)

test('rows become a tree in their order, and none is lost', () => {
  expect(ids()).toEqual(['a', 'a.1', 'a.2', 'b', 'b.1', 'lost'])
  expect(roots.map(assessable)).toEqual([2, 1, 1])
  expect(above(roots, 'a.2').map(node => node.id)).toEqual(['a'])
  expect(above(roots, 'a')).toEqual([])
})

test('a row that names itself as its parent stands at the top', () => {
  expect(grow([row('x', 'x')]).map(node => node.id)).toEqual(['x'])
})

test('words are found in any part of the text, without accents, with the headings over them', () => {
  expect(ids(narrow(roots, { words: 'FACTOR second', groups: [] }))).toEqual(['a', 'a.2'])
  expect(ids(narrow(roots, { words: 'acces', groups: [] }))).toEqual(['a', 'a.1', 'a.2'])
  expect(narrow(roots, { words: 'nothing like it', groups: [] })).toEqual([])
})

test('a group leaves its own requirements and those of every group', () => {
  expect(ids(narrow(roots, { words: '', groups: ['basic'] }))).toEqual(['a', 'a.1', 'b', 'b.1', 'lost'])
  expect(ids(narrow(roots, { words: 'a', groups: ['full'] }))).toEqual(['a', 'a.2', 'b', 'b.1', 'lost'])
})

test('only what is open is in sight', () => {
  expect(lines(roots, () => false).map(line => line.node.id)).toEqual(['a', 'b', 'lost'])
  const open = lines(roots, id => id === 'b')
  expect(open.map(line => [line.node.id, line.depth])).toEqual([
    ['a', 0],
    ['b', 0],
    ['b.1', 1],
    ['lost', 0],
  ])
})

test('a small tree starts open, and a large one with its first requirements', () => {
  expect([...firstOpen(roots)]).toEqual(['a', 'b'])
  expect([...firstOpen(roots, 4)]).toEqual(['a'])
  expect([...firstOpen([])]).toEqual([])
})
