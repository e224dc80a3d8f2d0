import { expect, it } from 'vitest'
import { type Notification, placeOf, sentenceOf } from './notification'

const one = (more: Partial<Notification>): Notification => ({
  id: 'n',
  kind: 'due',
  created_at: '2026-03-11T09:00:00Z',
  about: { id: 'c', str: 'Backups', resource: 'applied-controls' },
  by: null,
  date: null,
  status: null,
  label: null,
  read_at: null,
  ...more,
})

it('leads to what it is about', () => {
  expect(placeOf(one({})).to).toBe('/applied-controls/c')
  expect(placeOf(one({ about: null, kind: 'expiring_token' }))).toEqual({
    to: '/profile',
    search: { tab: 'tokens' },
  })
  expect(placeOf(one({ about: null, kind: 'expiring_account' })).to).toBe('/profile')
})

it('says who did it, if that is known', () => {
  const by = { id: 'u', str: 'Grace' }
  expect(sentenceOf(one({ kind: 'assigned', by }))).toBe('assigned')
  expect(sentenceOf(one({ kind: 'assigned' }))).toBe('assignedByNobody')
  expect(sentenceOf(one({ kind: 'expiring_evidence' }))).toBe('expiring')
  expect(sentenceOf(one({ kind: 'overdue' }))).toBe('overdue')
})
