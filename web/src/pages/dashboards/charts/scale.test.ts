import { expect, test } from 'vitest'
import { fillsOf } from './fills'
import { slice, some, spread, ticks } from './scale'

test('axes have round numbers, at most five, from zero', () => {
  expect(ticks(3, 12)).toEqual([0, 5, 10, 15])
  expect(ticks(0, 1)).toEqual([0, 1])
  expect(ticks(0, 0)).toEqual([0, 1])
  expect(ticks(0.2, 0.9)).toEqual([0, 0.25, 0.5, 0.75, 1])
  expect(ticks(10, 97)).toEqual([0, 25, 50, 75, 100])
  expect(ticks(-4, 4)[0]).toBeLessThanOrEqual(-4)
  for (const most of [1, 2, 3, 5, 7, 13, 99, 101, 4321, 250_000]) {
    const all = ticks(0, most)
    expect(all.length).toBeLessThanOrEqual(6)
    expect(all.at(-1)).toBeGreaterThanOrEqual(most)
  }
})

test('some of many keep the first and the last', () => {
  const days = Array.from({ length: 90 }, (_, at) => at)
  expect(some(days, 4)).toEqual([0, 30, 59, 89])
  expect(some([1, 2], 4)).toEqual([1, 2])
})

test('labels move apart and stay inside', () => {
  expect(spread([10, 12, 80], 14, 0, 100)).toEqual([10, 24, 80])
  const low = spread([98, 99], 14, 0, 100)
  expect(low).toEqual([86, 100])
})

test('a whole circle is drawn, too', () => {
  expect(slice(50, 50, 40, 0, 0, 1)).toMatch(/A40 40 0 1 1 /)
  expect(slice(50, 50, 40, 25, 0, 0.25)).toBe(
    'M50.00 10.00A40 40 0 0 1 90.00 50.00L75.00 50.00A25 25 0 0 0 50.00 25.00Z',
  )
})

test('fills say what is known, and no two are the same', () => {
  const plain = { color: null, tone: 'neutral' as const, unset: false }
  const fills = fillsOf([
    { ...plain, unset: true },
    { ...plain, tone: 'good' },
    { ...plain, tone: 'good' },
    { ...plain, tone: 'bad' },
    { ...plain, level: 4 },
    { ...plain, color: '#123456' },
    plain,
  ])
  expect(fills).toEqual([
    'var(--apart)',
    'var(--done)',
    'var(--c1)',
    'var(--failed)',
    'var(--l4)',
    '#123456',
    'var(--c2)',
  ])
})
