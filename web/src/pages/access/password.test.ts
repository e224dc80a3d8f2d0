import { expect, test } from 'vitest'
import { makePassword } from './password'

test('a made password can be read out and is never the same', () => {
  expect(makePassword()).toMatch(/^([a-zA-Z2-9]{4}-){4}[a-zA-Z2-9]{4}$/)
  expect(new Set(Array.from({ length: 50 }, makePassword)).size).toBe(50)
})
