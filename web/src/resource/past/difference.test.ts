import { expect, test } from 'vitest'
import type { Resource } from '@/api/model'
import { changedFields, differs } from './difference'

const ref = (id: string, str = id) => ({ id, str })
const row = (values: Record<string, unknown>) => ({ id: '1', ...values })

test('a value that changed differs, one that stayed does not', () => {
  expect(differs({ name: 'name' }, row({ name: 'Vault' }), row({ name: 'Card vault' }))).toBe(true)
  expect(differs({ name: 'name' }, row({ name: 'Vault' }), row({ name: 'Vault' }))).toBe(false)
})

test('empty is empty, however it is written', () => {
  expect(differs({ name: 'note' }, row({ note: null }), row({ note: '' }))).toBe(false)
  expect(differs({ name: 'owner' }, row({ owner: [] }), row({ owner: [ref('a')] }))).toBe(true)
})

test('a reference is what it leads to, and a relation has no order', () => {
  expect(
    differs({ name: 'folder' }, row({ folder: ref('a', 'Sales') }), row({ folder: ref('a', 'Trade') })),
  ).toBe(false)
  const [two, turned] = [row({ owner: [ref('a'), ref('b')] }), row({ owner: [ref('b'), ref('a')] })]
  expect(differs({ name: 'owner' }, two, turned)).toBe(false)
})

test('what is gone has no values to compare, and the time of the change says nothing new', () => {
  expect(differs({ name: 'name' }, row({ name: 'Vault' }), null)).toBe(false)
  expect(differs({ name: 'updated_at' }, row({ updated_at: 'a' }), row({ updated_at: 'b' }))).toBe(false)
})

test('every field that changed is named, also one that no list shows, and nothing that only follows', () => {
  const fields = ['name', 'objectives', 'secret'].map(name => ({ name, write_only: name === 'secret' }))
  const resource = { fields, computed: [{ name: 'findings_count' }] } as unknown as Resource
  const then = row({ name: 'Vault', objectives: { a: 1 }, findings_count: 1, secret: 'a' })
  const now = row({ name: 'Vault', objectives: { a: 2 }, findings_count: 2, secret: 'b' })
  expect(changedFields(resource, then, now).map(field => field.name)).toEqual(['objectives'])
})
