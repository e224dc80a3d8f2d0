import { expect, test } from 'vitest'
import { byDay, type Entry, gathered } from './entry'

test('entries stand under the day on which they happened', () => {
  const at = (day: number, hour: number) => ({ at: new Date(2026, 2, day, hour).toISOString() })
  const days = byDay([at(3, 9), at(3, 0), at(2, 23), at(1, 12)])
  expect(days.map(day => day.entries.length)).toEqual([2, 1, 1])
  expect(days[0]?.day).toBe(new Date(2026, 2, 3).getTime())
})

const entry = (request: string | null, kind: string, resource: string) =>
  ({ request, kind, resource }) as Entry

test('what one request did to several objects of a kind is told once', () => {
  const entries = [
    entry('a', 'updated', 'assets'),
    entry('b', 'created', 'requirement-assessments'),
    entry('b', 'created', 'requirement-assessments'),
    entry('b', 'created', 'compliance-assessments'),
    entry(null, 'updated', 'assets'),
    entry(null, 'updated', 'assets'),
  ]
  expect(gathered(entries, 6).map(one => one.count)).toEqual([1, 2, 1, 1, 1])
  // The last may go on where nothing more was loaded.
  const cut = gathered(entries.slice(0, 3), 6)
  expect(cut.map(one => one.isCut)).toEqual([false, true])
})
