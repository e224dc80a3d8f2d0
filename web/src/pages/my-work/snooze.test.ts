import { expect, it } from 'vitest'
import { nextMonday, snooze } from './snooze'

it('puts work off, brings it back, and forgets days that have come', () => {
  const now = '2026-03-11'
  const one = snooze({ 'findings/a': '2026-03-11' }, 'findings/b', '2026-03-16', now)
  expect(one).toEqual({ 'findings/b': '2026-03-16' })
  expect(snooze(one, 'findings/b', '2026-03-12', now)).toEqual({ 'findings/b': '2026-03-12' })
  expect(snooze(one, 'findings/b', null, now)).toEqual({})
  expect(snooze({}, 'findings/b', now, now)).toEqual({})
})

it('finds the Monday after a day', () => {
  expect(nextMonday('2026-03-11')).toBe('2026-03-16')
  expect(nextMonday('2026-03-15')).toBe('2026-03-16')
  expect(nextMonday('2026-03-16')).toBe('2026-03-23')
})
