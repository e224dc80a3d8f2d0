import { expect, test } from 'vitest'
import { spans } from './months'

test('every day is in one span, over the turn of the year and at the end of a month', () => {
  expect(spans('eta', '2026-11-30', 3).map(span => span.params)).toEqual([
    { eta__lt: '2026-11-30' },
    { eta__gte: '2026-11-30', eta__lt: '2026-12-01' },
    { eta__gte: '2026-12-01', eta__lt: '2027-01-01' },
    { eta__gte: '2027-01-01', eta__lt: '2027-02-01' },
    { eta__gte: '2027-02-01' },
    { eta__isnull: 'true' },
  ])
})
