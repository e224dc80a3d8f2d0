import { expect, test } from 'vitest'
import { cut, lineage } from './assets'
import { depths, layOut, NODE, parts } from './layout'
import { estate, mapOf } from './testMaps'

test('what supports stands right of everything it supports', () => {
  const map = mapOf('b < a', 'c < b', 'c < a')
  expect(Object.fromEntries(depths(map))).toEqual({ a: 0, b: 1, c: 2 })
})

test('parts without a link between them are told apart, the largest first', () => {
  expect(parts(mapOf('b < a', 'c < b', 'y < x', 'alone')).map(part => part.length)).toEqual([3, 2, 1])
})

test('no two of 200 assets lie over each other, and links lead to the right', () => {
  const map = estate(200)
  const { places, width, height } = layOut(map)
  expect(places.size).toBe(200)
  const all = [...places.values()]
  for (const a of all) {
    expect(a.x + NODE.width).toBeLessThanOrEqual(width)
    expect(a.y + NODE.height).toBeLessThanOrEqual(height + 0.001)
    for (const b of all) {
      if (a.id >= b.id || a.x !== b.x) continue
      expect(Math.abs(a.y - b.y)).toBeGreaterThanOrEqual(NODE.height)
    }
  }
  for (const node of map.values())
    for (const parent of node.parents) {
      expect(places.get(parent)?.x).toBeLessThan(places.get(node.id)?.x as number)
    }
})

test('a line of assets is drawn as a straight line', () => {
  const { places } = layOut(mapOf('b < a', 'c < b', 'd < c'))
  expect(new Set([...places.values()].map(place => place.y)).size).toBe(1)
})

test('a circle does not hang the page', () => {
  const map = mapOf('b < a', 'a < b', 'c < b')
  expect(layOut(map).places.size).toBe(3)
})

test('surroundings go up and down, not sideways', () => {
  const map = mapOf('app < service', 'other < service', 'db < app', 'disk < db')
  expect([...lineage(map, 'app', 1)].sort()).toEqual(['app', 'db', 'service'])
  expect([...lineage(map, 'app', Number.POSITIVE_INFINITY)].sort()).toEqual(['app', 'db', 'disk', 'service'])
})

test('a map that is cut has no links to what was left out', () => {
  const map = cut(mapOf('b < a', 'c < b'), id => id !== 'b')
  expect(map.get('a')?.children).toEqual([])
  expect(map.get('c')?.parents).toEqual([])
})
