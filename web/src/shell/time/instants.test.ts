import { expect, test } from 'vitest'
import { asLocal, asText, chosen, stepped } from './instants'

const now = new Date(2026, 10, 15, 9, 30)

test('quick choices are days of the calendar where the person is', () => {
  expect(chosen('yesterday', now)).toEqual(new Date(2026, 10, 14, 9, 30))
  expect(chosen('week', now)).toEqual(new Date(2026, 10, 8, 9, 30))
  expect(chosen('month', now)).toEqual(new Date(2026, 10, 1))
  expect(chosen('quarter', now)).toEqual(new Date(2026, 9, 1))
  expect(chosen('year', now)).toEqual(new Date(2026, 0, 1))
})

test('a month earlier than the 31st is the last day of the month before', () => {
  expect(stepped(new Date(2026, 2, 31, 12), 'month', -1, now)).toEqual(new Date(2026, 1, 28, 12))
})

test('an hour is an hour when summer time begins and when it ends', () => {
  for (const change of ['2026-03-29T01:00:00Z', '2025-10-26T01:00:00Z']) {
    const at = new Date(Date.parse(change) + 1_800_000)
    for (const steps of [-2, -1, 1, 2])
      expect(stepped(at, 'hour', steps, now)).toEqual(new Date(at.getTime() + steps * 3_600_000))
    // A day is one on the calendar, of 23 or 25 hours.
    expect(stepped(at, 'day', -1, now)?.getHours()).toBe(at.getHours())
  }
})

test('a step to where the past ends leads to now', () => {
  expect(stepped(new Date(2026, 10, 14, 10), 'day', 1, now)).toBeUndefined()
  expect(stepped(new Date(2026, 10, 13, 10), 'day', 1, now)).toEqual(new Date(2026, 10, 14, 10))
  expect(stepped(now, 'week', -1, now)).toEqual(new Date(2026, 10, 8, 9, 30))
})

test('an instant is written for the address and for the control', () => {
  expect(asText(new Date('2026-03-01T10:00:00.123Z'))).toBe('2026-03-01T10:00:00Z')
  expect(asLocal(new Date(2026, 2, 1, 9, 5, 7))).toBe('2026-03-01T09:05:07')
})
