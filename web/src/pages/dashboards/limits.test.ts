import { expect, test } from 'vitest'
import { periodOf } from './limits'

test('a period limits what is shown once it is complete', () => {
  expect(periodOf({})).toEqual({})
  expect(periodOf({ range: 'last_7_days', from: '2026-01-01' })).toEqual({ time_range: 'last_7_days' })
  expect(periodOf({ range: 'custom', from: '2026-01-01' })).toEqual({})
  expect(periodOf({ range: 'custom', from: '2026-02-01', to: '2026-01-01' })).toEqual({})
  expect(periodOf({ range: 'custom', from: '2026-01-01', to: '2026-02-01' })).toEqual({
    time_range: 'custom',
    start: '2026-01-01',
    end: '2026-02-01',
  })
})
