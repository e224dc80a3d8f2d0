import { expect, test } from 'vitest'
import { around, marks, scaleOf, step } from './scale'

test('a stretch begins with a month and has today in it', () => {
  for (const span of ['quarter', 'year', 'years'] as const) {
    const scale = scaleOf(span, around(span, '2026-11-15'))
    expect(scale.from.endsWith('-01')).toBe(true)
    expect(scale.at('2026-11-15')).toBeGreaterThan(0)
    expect(scale.at('2026-11-15')).toBeLessThan(1)
  }
})

test('a step goes on by whole months, over the end of the year', () => {
  expect(step('quarter', '2026-12-01', 1)).toBe('2027-01-01')
  expect(step('year', '2026-01-01', -1)).toBe('2025-10-01')
})

test('lines lie inside, in order, weeks on Mondays', () => {
  for (const span of ['quarter', 'year', 'years'] as const) {
    const lines = marks(scaleOf(span, '2026-10-01'), 'en')
    expect(lines.length).toBeGreaterThan(8)
    const places = lines.map(line => line.at)
    expect([...places].sort((a, b) => a - b)).toEqual(places)
    expect(Math.min(...places)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...places)).toBeLessThan(1)
  }
  const weeks = marks(scaleOf('quarter', '2026-10-01'), 'en')
  expect(weeks.every(line => new Date(line.day).getUTCDay() === 1)).toBe(true)
})

test('months tell their year where it changes', () => {
  const years = marks(scaleOf('year', '2026-10-01'), 'en').filter(line => line.year)
  expect(years.map(line => `${line.label} ${line.year}`)).toEqual(['Oct 2026', 'Jan 2027'])
})
