import { expect, test } from 'vitest'
import type { Resource } from '@/api/model'
import { daysLate, sortOf } from './late'

const resource = { fields: [{ name: 'status', kind: 'choice' }] } as unknown as Resource
const row = (status: string, more: object) => ({ id: '1', status, ...more })

test('a day that has passed is late until the thing is done', () => {
  expect(daysLate(resource, row('to_do', { eta: '2026-03-01' }), 'eta', '2026-03-10')).toBe(9)
  expect(daysLate(resource, row('active', { eta: '2026-03-01' }), 'eta', '2026-03-10')).toBeNull()
  expect(daysLate(resource, row('fixed', { eta: '2026-03-01' }), 'eta', '2026-03-10')).toBeNull()
  expect(daysLate(resource, row('to_do', { eta: '2026-03-10' }), 'eta', '2026-03-10')).toBeNull()
  expect(daysLate(resource, row('to_do', {}), 'eta', '2026-03-10')).toBeNull()
})

test('what is in use ends all the same, what is out of use does not', () => {
  const ends = { expiry_date: '2026-03-01' }
  expect(daysLate(resource, row('active', ends), 'expiry_date', '2026-03-02')).toBe(1)
  expect(daysLate(resource, row('deprecated', ends), 'expiry_date', '2026-03-02')).toBeNull()
})

test('only dates that something hangs on can be late', () => {
  expect(sortOf('due_date')).toBe('due')
  expect(sortOf('expiry_date')).toBe('ends')
  expect(sortOf('start_date')).toBeNull()
  expect(sortOf('created_at')).toBeNull()
})
