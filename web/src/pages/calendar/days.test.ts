import { expect, it } from 'vitest'
import { daysBetween, firstWeekday, isDay, moved, spanOf, step, weekdayOf } from './days'

it('shows a month in whole weeks, which begin where the reader lives', () => {
  expect(spanOf('month', '2026-03-11', 1)).toEqual({ start: '2026-02-23', end: '2026-04-05' })
  expect(spanOf('month', '2026-03-11', 7)).toEqual({ start: '2026-03-01', end: '2026-04-04' })
  // February of that year fills exactly four weeks.
  expect(spanOf('month', '2027-02-14', 1)).toEqual({ start: '2027-02-01', end: '2027-02-28' })
  expect(spanOf('week', '2026-03-01', 1)).toEqual({ start: '2026-02-23', end: '2026-03-01' })
  expect(spanOf('week', '2026-03-01', 7)).toEqual({ start: '2026-03-01', end: '2026-03-07' })
  expect(spanOf('list', '2028-02-29', 1)).toEqual({ start: '2028-02-01', end: '2028-02-29' })
})

it('steps by month and week, over years and shorter months', () => {
  expect(step('month', '2026-12-31', 1)).toBe('2027-01-31')
  expect(step('list', '2026-03-31', -1)).toBe('2026-02-28')
  expect(step('month', '2028-01-31', 1)).toBe('2028-02-29')
  expect(step('week', '2026-12-30', 1)).toBe('2027-01-06')
})

it('moves by day and week, and knows the days of the week', () => {
  expect(moved('2026-03-01', 'ArrowLeft')).toBe('2026-02-28')
  expect(moved('2026-03-28', 'ArrowDown')).toBe('2026-04-04')
  expect(moved('2026-03-28', 'x')).toBeNull()
  expect([weekdayOf('2026-03-09'), weekdayOf('2026-03-15')]).toEqual([1, 7])
  expect(daysBetween('2026-02-27', '2026-03-02')).toHaveLength(4)
})

it('falls back to Monday', () => {
  expect(firstWeekday('no such language')).toBe(1)
  expect(isDay('2026-13-01')).toBe(false)
  expect(isDay('2026-12-01')).toBe(true)
})
