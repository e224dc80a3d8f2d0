import { expect, test } from 'vitest'
import type { Field, Row } from '@/api/model'
import { mergeOf } from './MergeDialog'
import { same, validate } from './validate'

const field = (name: string, more: Partial<Field> = {}) =>
  ({ name, kind: 'text', required: false, ...more }) as Field
const t = ((key: string) => key) as never

test('a value is checked as far as the model says', () => {
  expect(validate(field('a', { required: true }), '', t)).toBe('form.needed')
  expect(validate(field('a', { max_length: 3 }), 'four', t)).toBe('form.tooLong')
  expect(validate(field('a', { max_length: 3 }), '🪨🪨🪨', t)).toBe(true)
  expect(validate(field('a', { kind: 'url' }), 'javascript:alert(1)', t)).toBe('form.notUrl')
  expect(validate(field('a', { kind: 'integer', max: 5 }), 6, t)).toBe('form.tooLarge')
  expect(validate(field('a'), '', t)).toBe(true)
})

test('ids of a relation have no order, and nothing is nothing', () => {
  expect(same(['a', 'b'], ['b', 'a'])).toBe(true)
  expect(same('', null)).toBe(true)
  expect(same({ a: 1 }, { a: 2 })).toBe(false)
})

test('only what both sides changed differently is a conflict', () => {
  const before = { id: '1', name: 'a', status: 'x', eta: null, link: 'l' } as Row
  const now = { data: { ...before, name: 'theirs', eta: '2026-01-01', link: 'new' } as Row, etag: '"2"' }
  const mine = { name: 'mine', status: 'y', link: 'new' }
  const merge = mergeOf(
    ['name', 'status', 'eta', 'link'].map(name => field(name)),
    before,
    mine,
    now,
  )
  expect(merge.conflicts.map(conflict => conflict.field.name)).toEqual(['name'])
  expect(merge.others).toBe(2)
})
