import { expect, test } from 'vitest'
import { layOut } from './flow'
import { squarify } from './treemap'

test('areas tell the numbers, and the boxes fill the space without overlapping', () => {
  const values = [6, 6, 4, 3, 2, 2, 1]
  const boxes = squarify(values, { x: 0, y: 0, width: 6, height: 4 })
  for (const [at, box] of boxes.entries()) expect(box.width * box.height).toBeCloseTo(values[at] as number)
  for (const box of boxes) {
    expect(box.x + box.width).toBeLessThanOrEqual(6.0001)
    expect(box.y + box.height).toBeLessThanOrEqual(4.0001)
    const crossing = boxes.filter(
      other =>
        other !== box &&
        other.x < box.x + box.width - 1e-9 &&
        box.x < other.x + other.width - 1e-9 &&
        other.y < box.y + box.height - 1e-9 &&
        box.y < other.y + other.height - 1e-9,
    )
    expect(crossing).toEqual([])
  }
})

test('boxes are closer to squares than slices are', () => {
  const boxes = squarify([1, 1, 1, 1], { x: 0, y: 0, width: 2, height: 2 })
  expect(boxes.every(box => Math.abs(box.width - box.height) < 1e-9)).toBe(true)
  expect(squarify([], { x: 0, y: 0, width: 2, height: 2 })).toEqual([])
})

test('bands leave and arrive one under the other, in the order of the statuses', () => {
  const drawn = layOut(
    [
      { severity: '4', status: 'fixed', value: 1 },
      { severity: '4', status: 'potential', value: 3 },
      { severity: '2', status: 'fixed', value: 2 },
    ],
    ['4', '3', '2'],
    ['potential', 'fixed'],
    74,
  )
  expect(drawn.left.map(node => [node.key, node.value])).toEqual([
    ['4', 4],
    ['2', 2],
  ])
  // 60 for 6 of them, and one gap.
  expect(drawn.bands.map(band => [band.status, band.from, band.to, band.height])).toEqual([
    ['potential', 0, 0, 30],
    ['fixed', 30, 44, 10],
    ['fixed', 54, 54, 20],
  ])
})
