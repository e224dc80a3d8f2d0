import { expect, it } from 'vitest'
import { firstDay, markOf, monthNumber, monthsShown, period, weekNumber } from './plan'

const march = { key: '2026-03', start: '2026-03-01', end: '2026-03-31' }
const cell = (status: string | null, count = 1) => ({ status, node_ids: Array(count).fill('x') })

it('says what is late only once its period is over', () => {
  expect(markOf(cell('pending'), march, '2026-03-31')).toBe('pending')
  expect(markOf(cell('pending'), march, '2026-04-01')).toBe('late')
  expect(markOf(cell('in_progress'), march, '2026-04-01')).toBe('late')
  expect(markOf(cell('completed'), march, '2026-04-01')).toBe('completed')
  expect(markOf(cell('cancelled'), march, '2026-04-01')).toBe('cancelled')
  expect(markOf(cell(null, 0), march, '2026-04-01')).toBeNull()
  expect(markOf(undefined, march, '2026-04-01')).toBeNull()
})

it('shows whole years, quarters and months', () => {
  const month = monthNumber('2026-11-17')
  expect(period(month, 12).params).toEqual({
    start_year: 2026,
    start_month: 1,
    end_year: 2026,
    end_month: 12,
  })
  expect(period(month, 3)).toEqual({
    start: monthNumber('2026-10-01'),
    params: { start_year: 2026, start_month: 10, end_year: 2026, end_month: 12 },
  })
  expect(firstDay(period(month, 3).start)).toBe('2026-10-01')
  expect(period(month + 2, 1).params).toEqual({
    start_year: 2027,
    start_month: 1,
    end_year: 2027,
    end_month: 1,
  })
  expect([monthsShown('monthly', false), monthsShown('weekly', true)]).toEqual([12, 1])
  expect(weekNumber('2026-W09')).toBe(9)
})
