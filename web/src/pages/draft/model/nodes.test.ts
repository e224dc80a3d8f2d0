import { expect, test } from 'vitest'
import type { DraftNode } from './content'
import {
  addNode,
  branchOf,
  childrenOf,
  type Direction,
  dropPlace,
  moveNode,
  placeFor,
  putBack,
  removeNode,
  step,
} from './nodes'

/** “a(b(c)d)e” as a list of nodes. */
function tree(text: string): DraftNode[] {
  const nodes: DraftNode[] = []
  const above: string[] = []
  for (const letter of text) {
    if (letter === '(') above.push(nodes.at(-1)?.urn ?? '')
    else if (letter === ')') above.pop()
    else nodes.push({ urn: letter, ...(above.length > 0 && { parent_urn: above.at(-1) }) })
  }
  return nodes
}

function drawn(nodes: DraftNode[], parent: string | null = null): string {
  const drawing = childrenOf(nodes, parent).map(node => {
    const inner = drawn(nodes, node.urn)
    return inner ? `${node.urn}(${inner})` : node.urn
  })
  return drawing.join('')
}

const order = (nodes: DraftNode[]) => nodes.map(node => node.urn).join('')
const START = 'a(b(c)d)e(f)'
const nodes = tree(START)

test.each<[string, Direction, string]>([
  ['d', 'up', 'a(db(c))e(f)'],
  ['b', 'down', 'a(db(c))e(f)'],
  ['a', 'down', 'e(f)a(b(c)d)'],
  ['e', 'up', 'e(f)a(b(c)d)'],
  ['d', 'in', 'a(b(cd))e(f)'],
  ['e', 'in', 'a(b(c)de(f))'],
  ['c', 'out', 'a(bcd)e(f)'],
  ['d', 'out', 'a(b(c))de(f)'],
  ['b', 'out', 'a(d)b(c)e(f)'],
])('%s goes %s', (urn, direction, result) => {
  const after = step(nodes, urn, direction)
  expect(drawn(after)).toBe(result)
  // The list stays in reading order.
  expect(order(after)).toBe(result.replace(/[()]/g, ''))
})

test.each<[string, Direction]>([
  ['b', 'up'],
  ['d', 'down'],
  ['e', 'down'],
  ['a', 'up'],
  ['b', 'in'],
  ['a', 'out'],
  ['nothing', 'up'],
])('%s cannot go %s', (urn, direction) => {
  expect(placeFor(nodes, urn, direction)).toBeNull()
  expect(step(nodes, urn, direction)).toBe(nodes)
})

test('a step back undoes a step', () => {
  expect(drawn(step(step(nodes, 'd', 'in'), 'd', 'out'))).toBe(START)
  expect(drawn(step(step(nodes, 'b', 'down'), 'b', 'up'))).toBe(START)
})

test('something is dropped before, inside and after, and never in itself', () => {
  const drop = (urn: string, target: string, where: 'before' | 'inside' | 'after') => {
    const place = dropPlace(nodes, urn, target, where)
    return place && drawn(moveNode(nodes, urn, place.parent, place.before))
  }
  expect(drop('e', 'd', 'before')).toBe('a(b(c)e(f)d)')
  expect(drop('d', 'f', 'inside')).toBe('a(b(c))e(f(d))')
  expect(drop('c', 'e', 'after')).toBe('a(bd)e(f)c')
  expect(drop('b', 'd', 'after')).toBe('a(db(c))e(f)')
  expect(drop('d', 'b', 'after')).toBe(START)
  expect(drop('a', 'c', 'inside')).toBeNull()
  expect(drop('a', 'a', 'after')).toBeNull()
  expect(moveNode(nodes, 'a', 'c', null)).toBe(nodes)
  expect(moveNode(nodes, 'a', null, 'd')).toBe(nodes)
  expect(moveNode(nodes, 'a', 'gone', null)).toBe(nodes)
})

test('a new node comes last under its parent, or before another', () => {
  const node = { urn: 'x', name: 'New' }
  expect(drawn(addNode(nodes, node, 'a'))).toBe('a(b(c)dx)e(f)')
  expect(order(addNode(nodes, node, 'b'))).toBe('abcxdef')
  expect(drawn(addNode(nodes, node, null, 'e'))).toBe('a(b(c)d)xe(f)')
  expect(addNode(nodes, { urn: 'a' }, null)).toBe(nodes)
})

test('a node goes with all that is under it, and comes back to its place', () => {
  const left = removeNode(nodes, 'b')
  expect(drawn(left)).toBe('a(d)e(f)')
  expect(drawn(putBack(left, nodes, 'b'))).toBe(START)
  expect(drawn(putBack(removeNode(nodes, 'a'), nodes, 'a'))).toBe(START)
  expect(drawn(putBack(nodes, nodes, 'b'))).toBe(START)
})

test('a file may name parents that come later, or that are not there', () => {
  const odd: DraftNode[] = [
    { urn: 'c', parent_urn: 'b' },
    { urn: 'b', parent_urn: 'a' },
    { urn: 'a', parent_urn: 'nowhere' },
    { urn: 'self', parent_urn: 'self' },
  ]
  expect([...branchOf(odd, 'a')].sort()).toEqual(['a', 'b', 'c'])
  expect(drawn(odd)).toBe('a(b(c))self')
})
