import { expect, test } from 'vitest'
import { expectedOn, levelsOf, type Metric, type Sample, shownOf } from './metric'

const metric = (change: Partial<Metric['metric_definition']> = {}): Metric => ({
  id: 'm',
  name: 'Patched servers',
  folder: { id: 'f', str: 'IT' },
  status: 'active',
  target_value: '95.0000',
  collection_frequency: 'monthly',
  last_refresh: null,
  metric_definition: {
    id: 'd',
    str: 'Patch rate',
    category: 'quantitative',
    unit: 'percentage',
    choices_definition: [],
    higher_is_better: true,
    ...change,
  },
})
const sample = (timestamp: string, raw_value: number | null): Sample => ({
  id: timestamp,
  timestamp,
  raw_value,
  display_value: null,
  observation: null,
})

test('the next value is expected after the frequency, at the end of a shorter month', () => {
  expect(expectedOn('2026-01-31T12:00:00Z', 'monthly')).toBe('2026-02-28')
  expect(expectedOn('2024-01-31T12:00:00Z', 'monthly')).toBe('2024-02-29')
  expect(expectedOn('2026-11-30T12:00:00Z', 'quarterly')).toBe('2027-02-28')
  expect(expectedOn('2026-12-30T12:00:00Z', 'weekly')).toBe('2027-01-06')
  expect(expectedOn('2026-02-28T12:00:00Z', 'daily')).toBe('2026-03-01')
  expect(expectedOn('2024-02-29T12:00:00Z', 'yearly')).toBe('2025-02-28')
  expect(expectedOn('2026-01-31T12:00:00Z', 'realtime')).toBe(null)
  expect(expectedOn('2026-01-31T12:00:00Z', null)).toBe(null)
})

test('values are drawn oldest first, with the target', () => {
  const shown = shownOf(
    metric(),
    [
      sample('2026-03-01T12:00:00Z', 96),
      sample('2026-02-01T12:00:00Z', null),
      sample('2026-01-01T12:00:00Z', 90),
    ],
    'en',
  )
  expect(shown.series[0]?.points.map(point => point.value)).toEqual([90, 96])
  expect([shown.value, shown.previous, shown.target, shown.type]).toEqual([96, 90, 95, 'number'])
  expect(shownOf(metric(), [], 'en').state).toBe('empty')
})

test('levels have their names in the language of the reader', () => {
  const level = metric({
    category: 'qualitative',
    choices_definition: [{ name: 'Low', translations: { fr: { name: 'Faible' } } }, { name: 'High' }],
  })
  expect(levelsOf(level, 'fr')).toEqual(['Faible', 'High'])
  expect(levelsOf(level, 'en')).toEqual(['Low', 'High'])
  expect(levelsOf(metric(), 'en')).toBe(null)
})
