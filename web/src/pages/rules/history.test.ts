import { expect, test } from 'vitest'
import { changed, openByDay } from './history'

const at = (opened: string, closed: string | null = null) => ({
  opened_at: `${opened}T12:00:00Z`,
  closed_at: closed && `${closed}T12:00:00Z`,
})

test('a match counts from the day it opens until the day it closes', () => {
  const points = openByDay([at('2026-03-08'), at('2026-03-09', '2026-03-10')], '2026-03-11')
  expect(points).toEqual([
    { day: '2026-03-08', open: 1 },
    { day: '2026-03-09', open: 2 },
    { day: '2026-03-10', open: 1 },
    { day: '2026-03-11', open: 1 },
  ])
  expect(changed(points).map(point => point.day)).toEqual(['2026-03-10', '2026-03-09', '2026-03-08'])
})

test('what opened long ago counts from the first day that is shown', () => {
  const points = openByDay([at('2024-01-01')], '2026-03-11')
  expect(points.length).toBe(91)
  expect(points.every(point => point.open === 1)).toBe(true)
})

test('without matches there is only today', () => {
  expect(openByDay([], '2026-03-11')).toEqual([{ day: '2026-03-11', open: 0 }])
})
