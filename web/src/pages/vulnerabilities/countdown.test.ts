import { expect, test } from 'vitest'
import { countdownOf } from './countdown'

const row = (values: Record<string, unknown>) => ({ id: '1', ...values })
const TODAY = '2026-03-11'

test('time passes from the detection to the due date, and is used up afterwards', () => {
  const found = countdownOf(row({ due_date: '2026-03-16', detected_at: '2026-03-01' }), true, TODAY)
  expect(found).toMatchObject({ left: 5, since: { field: 'detected_at', days: 15 } })
  expect(found?.share).toBeCloseTo(10 / 15)
  const late = countdownOf(row({ due_date: '2026-03-08', published_date: '2026-03-01' }), true, TODAY)
  expect(late).toMatchObject({ left: -3, share: 1, since: { field: 'published_date' } })
})

test('without a beginning there is no share, and without a due date or work nothing to count down', () => {
  expect(countdownOf(row({ due_date: '2026-03-16' }), true, TODAY)).toEqual({ due: '2026-03-16', left: 5 })
  expect(countdownOf(row({ due_date: null }), true, TODAY)).toBeNull()
  expect(countdownOf(row({ due_date: '2026-03-16' }), false, TODAY)).toBeNull()
})
