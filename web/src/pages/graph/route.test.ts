import { expect, test } from 'vitest'
import { layOut, NODE, type Place } from './layout'
import { byColumn, drawn, gap, route } from './route'
import { estate } from './testMaps'

const at = (y: number, column = 0): Place => ({ id: `${column}/${y}`, x: 0, y, column })

test('a column is passed at the wished height where nothing is in the way, and in the nearest gap otherwise', () => {
  const column = [at(0), at(42), at(84)]
  expect(gap(column, 38)).toBe(38)
  expect(gap(column, 45)).toBe(38)
  expect(gap(column, 70)).toBe(80)
  expect(gap(column, 500)).toBe(500)
  expect(gap([], 17)).toBe(17)
})

test('no link of 200 assets runs over an asset', () => {
  const map = estate(200)
  const { places } = layOut(map)
  const columns = byColumn(places.values())
  let long = 0
  for (const node of map.values())
    for (const child of node.children) {
      const [from, to] = [places.get(node.id), places.get(child)] as [Place, Place]
      const points = route(from, to, columns)
      if (points.length > 2) long += 1
      // Between columns there is nothing; through them the line is level.
      for (let index = 1; index + 1 < points.length; index += 2) {
        const [x, y] = points[index] as [number, number]
        const crossed = [...places.values()].filter(
          place => place.x === x && y > place.y && y < place.y + NODE.height,
        )
        expect(crossed).toEqual([])
      }
    }
  expect(long).toBeGreaterThan(0)
})

test('a link to the next column is one curve', () => {
  expect(
    drawn([
      [0, 0],
      [84, 42],
    ]),
  ).toBe(`M0 0C${NODE.columns * 0.6} 0 ${84 - NODE.columns * 0.6} 42 84 42`)
})
