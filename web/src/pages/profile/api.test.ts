import { expect, test } from 'vitest'
import { tokenState } from './api'

test('a token says how long it still has', () => {
  const now = Date.parse('2026-06-01T00:00:00Z')
  const state = (expiry: string | null) => tokenState({ expiry }, now)
  expect(state(null)).toBe('endless')
  expect(state('2026-05-31T23:59:59Z')).toBe('expired')
  expect(state('2026-06-05T00:00:00Z')).toBe('soon')
  expect(state('2026-07-05T00:00:00Z')).toBe('good')
})
