import { expect, test } from 'vitest'
import { byDay } from './entry'

test('entries stand under the day on which they happened', () => {
  const at = (day: number, hour: number) => ({ at: new Date(2026, 2, day, hour).toISOString() })
  const days = byDay([at(3, 9), at(3, 0), at(2, 23), at(1, 12)])
  expect(days.map(day => day.entries.length)).toEqual([2, 1, 1])
  expect(days[0]?.day).toBe(new Date(2026, 2, 3).getTime())
})
