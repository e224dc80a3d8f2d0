import { expect, test } from 'vitest'
import type { Endpoint } from './api'
import { health } from './health'

const good = {
  is_active: true,
  disabled_reason: null,
  has_secret: true,
  stats: {
    pending: 0,
    delivered: 1,
    discarded: 0,
    skipped: 0,
    failures: 0,
    last_success: '2026-01-01T00:00:00Z',
  },
} as unknown as Endpoint

test('the worst that is true of an endpoint is what it is called', () => {
  expect(health(good, true)).toBe('healthy')
  expect(health({ ...good, stats: { ...good.stats, last_success: null } }, true)).toBe('waiting')
  expect(health({ ...good, has_secret: false }, true)).toBe('unsigned')
  expect(health({ ...good, stats: { ...good.stats, failures: 2 }, has_secret: false }, true)).toBe('failing')
  expect(health({ ...good, is_active: false }, true)).toBe('off')
  expect(health({ ...good, is_active: false, disabled_reason: 'failing' }, true)).toBe('switchedOff')
  expect(health({ ...good, is_active: false, disabled_reason: 'gone' }, true)).toBe('gone')
  expect(health(good, false)).toBe('paused')
})
