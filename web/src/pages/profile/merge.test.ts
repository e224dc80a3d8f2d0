import { expect, it } from 'vitest'
import { merge } from './merge'

it('changes what is named and keeps the rest', () => {
  const now = {
    kinds: { due: { in_app: true, email: 'daily' }, mention: { in_app: true } },
    quiet: { from: '20' },
  }
  expect(merge(now, { kinds: { due: { email: 'off' } } })).toEqual({
    ...now,
    kinds: { ...now.kinds, due: { in_app: true, email: 'off' } },
  })
  expect(merge(now, { quiet: null })).toEqual({ ...now, quiet: null })
  expect(now.kinds.due.email).toBe('daily')
})
