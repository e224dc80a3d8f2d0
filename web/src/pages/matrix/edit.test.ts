import { expect, test } from 'vitest'
import { blankMatrix, fallsSomewhere, unused, withCell, withMore, without, withText } from './edit'

const names = { probability: ['Rare', 'Likely'], impact: ['Minor', 'Major', 'Severe'], risk: ['Low', 'High'] }
const matrix = blankMatrix(names)

test('a matrix begins with a level for each pair, which never falls', () => {
  expect(matrix.grid).toEqual([
    [0, 0, 1],
    [0, 1, 1],
  ])
  expect(fallsSomewhere(matrix)).toBe(false)
  expect(unused(matrix)).toEqual([])
  expect(matrix.risk.map(level => level.hexcolor)).toEqual(['#e7ece2', '#9b2a22'])
})

test('a new row or column has the levels of its neighbour, up to eight', () => {
  expect(withMore(matrix, 'probability', 'Certain').grid).toEqual([
    [0, 0, 1],
    [0, 1, 1],
    [0, 1, 1],
  ])
  expect(withMore(matrix, 'impact', 'Fatal').grid[0]).toEqual([0, 0, 1, 1])
  let grown = matrix
  for (let step = 0; step < 12; step += 1) grown = withMore(grown, 'impact', 'x')
  expect(grown.impact).toHaveLength(8)
  expect(grown.grid.every(cells => cells.length === 8)).toBe(true)
})

test('what is removed takes its cells along, and places stay numbered', () => {
  const fewer = without(matrix, 'impact', 1)
  expect(fewer.impact.map(level => [level.id, level.name])).toEqual([
    [0, 'Minor'],
    [1, 'Severe'],
  ])
  expect(fewer.grid).toEqual([
    [0, 1],
    [0, 1],
  ])
  expect(without(matrix, 'risk', 1).grid.flat()).toEqual([0, 0, 0, 0, 0, 0])
  expect(without(without(matrix, 'probability', 0), 'probability', 0).probability).toHaveLength(1)
})

test('mistakes that are allowed are noticed', () => {
  expect(fallsSomewhere(withCell(matrix, 0, 0, 1))).toBe(true)
  expect(unused(withMore(matrix, 'risk', 'Extreme'))).toEqual([2])
})

test('texts are kept by language, and empty ones are not kept', () => {
  const level = { id: 0, name: 'Low', translations: { fr: { name: 'Faible' } } }
  expect(withText(level, 'name', 'Lowest', '')).toEqual({ name: 'Lowest' })
  expect(withText(level, 'description', 'Rien', 'fr')).toEqual({
    translations: { fr: { name: 'Faible', description: 'Rien' } },
  })
  expect(withText(level, 'name', '', 'fr')).toEqual({ translations: {} })
})
