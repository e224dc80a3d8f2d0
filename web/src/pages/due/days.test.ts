import { expect, test } from 'vitest'
import { addDays, dayNumber, dayOf, daysLeft, today } from './days'

test('days are counted over months, leap years and clock changes', () => {
  expect(daysLeft('2026-03-01', '2026-02-27')).toBe(2)
  expect(daysLeft('2028-03-01', '2028-02-27')).toBe(3)
  expect(daysLeft('2026-10-26', '2026-10-24')).toBe(2)
  expect(daysLeft('2026-01-01', '2026-01-02')).toBe(-1)
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
})

test('a day survives being a number', () => {
  for (const day of ['1970-01-01', '2026-11-15', '2000-02-29']) expect(dayOf(dayNumber(day))).toBe(day)
})

test('today is the day on the wall, not in Greenwich', () => {
  expect(today(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05')
  expect(today(new Date(2026, 0, 5, 0, 1))).toBe('2026-01-05')
})
