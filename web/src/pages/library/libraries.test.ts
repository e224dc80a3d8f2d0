import { expect, test } from 'vitest'
import { choices, type Filter, inside, isIn, type Library, languages, matches, needs } from './libraries'

const library = (urn: string, more: Partial<Library> = {}): Library => ({
  id: urn,
  name: urn,
  description: null,
  urn,
  ref_id: null,
  locale: 'en',
  version: 1,
  provider: 'acme',
  packager: null,
  copyright: null,
  publication_date: null,
  builtin: false,
  objects_meta: { frameworks: 1 },
  dependencies: [],
  is_loaded: false,
  is_update: false,
  loaded_library: null,
  ...more,
})
const any: Omit<Filter, 'part'> = { words: '', kind: '', provider: '', language: '' }

test('what is inside is told in a steady order, unknown kinds last, empty ones not at all', () => {
  const objects_meta = { zebras: 2, threats: 3, frameworks: 1, risk_matrices: 0 }
  expect(inside({ objects_meta })).toEqual([
    ['frameworks', 1],
    ['threats', 3],
    ['zebras', 2],
  ])
})

test('a newer file of a library that is not loaded is no update', () => {
  expect(isIn(library('a', { is_update: true }), 'updates')).toBe(false)
  expect(isIn(library('a', { is_update: true, is_loaded: true }), 'updates')).toBe(true)
  expect(isIn(library('a', { is_loaded: true }), 'available')).toBe(false)
})

test('every word has to be there, in any order and without accents', () => {
  const one = library('a', { name: 'Guide d’hygiène', provider: 'ANSSI' })
  expect(matches(one, { ...any, words: 'anssi HYGIENE' })).toBe(true)
  expect(matches(one, { ...any, words: 'anssi iso' })).toBe(false)
  expect(matches(one, { ...any, kind: 'threats' })).toBe(false)
  expect(matches(one, { ...any, provider: 'acme' })).toBe(false)
})

test('translations count as languages', () => {
  const one = library('a', { locale: 'en', translations: { fr: {}, 'de-AT': {}, en: {} } })
  expect(languages(one)).toEqual(['en', 'fr', 'de'])
  expect(matches(one, { ...any, language: 'fr' })).toBe(true)
  expect(matches(one, { ...any, language: 'it' })).toBe(false)
})

test('the most frequent choice comes first', () => {
  const all = [library('a'), library('b', { provider: 'nist' }), library('c', { provider: 'nist' })]
  expect(choices(all, one => [one.provider ?? ''])).toEqual(['nist', 'acme'])
})

test('what a library builds on is named in the order of loading, once, and not if it is loaded', () => {
  const top = library('top', { dependencies: ['middle', 'base', 'there', 'nowhere'] })
  const middle = library('middle', { dependencies: ['base', 'top'] })
  const base = library('base')
  const all = [top, middle, base, library('there', { is_loaded: true })]
  const { also, missing } = needs(top, all)
  expect(also.map(one => one.urn)).toEqual(['base', 'middle'])
  expect(missing).toEqual(['nowhere'])
})

test('of two languages the one of the library is taken', () => {
  const top = library('top', { locale: 'fr', dependencies: ['base'] })
  const french = library('base', { id: 'french', locale: 'fr' })
  expect(needs(top, [library('base'), french]).also.map(one => one.id)).toEqual(['french'])
})
