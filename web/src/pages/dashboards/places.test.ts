import { expect, test } from 'vitest'
import { arrange, type Box, bottom, COLUMNS, changed, different, roomFor, stepped, stretched } from './places'

const box = (id: string, x: number, y: number, w: number, h: number): Box => ({ id, x, y, w, h })
/** Four numbers over two charts, as the included dashboards begin. */
const MANAGEMENT = [
  box('a', 0, 0, 3, 2),
  box('b', 3, 0, 3, 2),
  box('c', 6, 0, 3, 2),
  box('d', 9, 0, 3, 2),
  box('e', 0, 2, 8, 4),
  box('f', 8, 2, 4, 4),
]
const at = (boxes: Box[], id: string) => boxes.find(one => one.id === id)

/** Inside of the grid, none over another, none that could move up. */
function isSound(boxes: Box[]): boolean {
  const overlap = (a: Box, b: Box) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
  return boxes.every(
    one =>
      one.x >= 0 &&
      one.y >= 0 &&
      one.w >= 1 &&
      one.h >= 1 &&
      one.x + one.w <= COLUMNS &&
      boxes.every(other => other === one || !overlap(one, other)) &&
      (one.y === 0 || boxes.some(other => other !== one && overlap({ ...one, y: one.y - 1 }, other))),
  )
}

test('what lies well stays where it is', () => {
  expect(arrange(MANAGEMENT)).toEqual(MANAGEMENT)
  expect(different(MANAGEMENT, arrange(MANAGEMENT))).toEqual([])
})

test('gaps close, and what overlaps is moved apart', () => {
  expect(arrange([box('a', 0, 5, 4, 2), box('b', 2, 6, 4, 2)])).toEqual([
    box('a', 0, 0, 4, 2),
    box('b', 2, 2, 4, 2),
  ])
})

test('what is moved onto another takes its place and pushes it down', () => {
  const moved = changed(MANAGEMENT, 'e', { y: 0 })
  expect(at(moved, 'e')).toEqual(box('e', 0, 0, 8, 4))
  expect(at(moved, 'a')?.y).toBe(4)
  expect(isSound(moved)).toBe(true)
})

test('a key moves one column, and down goes past what lies under it', () => {
  expect(at(stepped(MANAGEMENT, 'f', 'left'), 'f')?.x).toBe(7)
  expect(at(stepped(MANAGEMENT, 'a', 'left'), 'a')?.x).toBe(0)
  const down = stepped(MANAGEMENT, 'a', 'down')
  expect(at(down, 'a')?.y).toBe(6)
  expect(isSound(down)).toBe(true)
  expect(stepped(MANAGEMENT, 'a', 'up')).toEqual(MANAGEMENT)
  const up = stepped(MANAGEMENT, 'f', 'up')
  expect(at(up, 'f')?.y).toBeLessThan(2)
  expect(isSound(up)).toBe(true)
})

test('sizes end at the edges of the grid', () => {
  expect(at(stretched([box('a', 0, 0, 1, 1)], 'a', 'left'), 'a')).toEqual(box('a', 0, 0, 1, 1))
  expect(at(stretched([box('a', 9, 0, 3, 2)], 'a', 'right'), 'a')).toEqual(box('a', 8, 0, 4, 2))
  expect(at(stretched([box('a', 0, 0, 12, 2)], 'a', 'right'), 'a')?.w).toBe(12)
  const taller = stretched(MANAGEMENT, 'a', 'down')
  expect(at(taller, 'a')?.h).toBe(3)
  expect(at(taller, 'e')?.y).toBe(3)
  expect(isSound(taller)).toBe(true)
})

test('something new goes where there is room', () => {
  expect(roomFor([], 4, 4)).toEqual({ x: 0, y: 0 })
  expect(roomFor(MANAGEMENT, 4, 4)).toEqual({ x: 0, y: 6 })
  expect(roomFor(MANAGEMENT.slice(0, 5), 4, 4)).toEqual({ x: 8, y: 2 })
})

test('whatever is done, the grid stays sound', () => {
  // A small generator with a fixed beginning: the same steps on every run.
  let state = 7
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
  const DIRECTIONS = ['left', 'right', 'up', 'down'] as const
  let boxes = arrange(MANAGEMENT)
  for (let turn = 0; turn < 2000; turn += 1) {
    const id = 'abcdef'[random(6)] as string
    const direction = DIRECTIONS[random(4)] as (typeof DIRECTIONS)[number]
    const kind = random(3)
    boxes =
      kind === 0
        ? stepped(boxes, id, direction)
        : kind === 1
          ? stretched(boxes, id, direction)
          : changed(boxes, id, { x: random(14) - 1, y: random(12) })
    if (bottom(boxes) > 40) boxes = arrange(MANAGEMENT)
    expect(isSound(boxes), `turn ${turn}`).toBe(true)
    expect(boxes.length).toBe(6)
  }
})
