import { expect, test } from 'vitest'
import type { Ref } from '@/api/model'
import { domainsOf, reaches } from './grants'

const [root, bank, cards] = ['root', 'bank', 'cards'].map(id => ({ id, str: id })) as [Ref, Ref, Ref]
const path = [root, bank, cards]
const on = (is_recursive: boolean, ...perimeter_folders: Ref[]) => ({ is_recursive, perimeter_folders })

test('a role on the domain itself reaches an object', () => {
  expect(reaches(on(false, cards), path)).toBe(cards)
})
test('a role on a domain above reaches it only with what lies below', () => {
  expect(reaches(on(true, bank), path)).toBe(bank)
  expect(reaches(on(false, bank), path)).toBeUndefined()
})
test('the nearest domain is named', () => {
  expect(reaches(on(true, root, bank), path)).toBe(bank)
})
test('a role elsewhere does not reach it', () => {
  expect(reaches(on(true, { id: 'it', str: 'it' }), path)).toBeUndefined()
})
test('the root stands above every path, which leaves it out', () => {
  expect(domainsOf({ id: '1', path: [bank, cards] }, root)).toEqual(path)
  expect(domainsOf({ id: '1', path: [] }, root)).toEqual([root])
})
