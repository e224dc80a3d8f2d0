import { expect, test } from 'vitest'
import { parted } from './parts'

const upper = (name: string) => name.toUpperCase()

test('a structured value is told part by part, without what stayed the same', () => {
  const value = { field: 'value', label: 'Value', before: { a: true, b: 1 }, after: { a: true, b: 2, c: 3 } }
  expect(parted([value], upper)).toEqual([
    { field: 'value.b', label: 'B', before: 1, after: 2 },
    { field: 'value.c', label: 'C', before: undefined, after: 3 },
  ])
})

test('texts, references and what was created stay as they are', () => {
  const changes = [
    { field: 'name', label: 'Name', before: 'a', after: 'b' },
    { field: 'owner', label: 'Owner', before: { id: '1', str: 'Ada' }, after: { id: '2', str: 'Bo' } },
    { field: 'value', label: 'Value', before: null, after: { a: 1 } },
    { field: 'list', label: 'List', before: [1], after: [2] },
  ]
  expect(parted(changes, upper)).toEqual(changes)
})
