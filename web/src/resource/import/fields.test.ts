import { expect, test } from 'vitest'
import type { Model, Resource } from '@/api/model'
import golden from '../../../../docs/golden/model.json'
import { firstMapping, headerOf, importable, missing, twice } from './fields'

const model = golden as unknown as Model
const resource = (path: string) => model.resources[path] as Resource

test('a file sets what a form sets, and may name objects by their id', () => {
  const names = importable(resource('assets')).map(field => field.name)
  expect(names).toContain('id')
  expect(names).toContain('name')
  expect(names).not.toContain('created_at')
})

test('what every row needs is asked for once, or said to be missing', () => {
  const { given, lost } = missing(resource('findings'), new Set(['name']))
  expect(given.map(field => field.name)).toContain('findings_assessment')
  expect(lost).toEqual([])
  expect(missing(resource('assets'), new Set()).lost.map(field => field.name)).toEqual(['name'])
  expect(missing(resource('assets'), new Set(['id'])).lost).toEqual([])
})

test('a field is told by one column only', () => {
  expect([...twice({ Title: 'name', Label: 'name', Note: '', Other: '' })]).toEqual(['name'])
})

test('a reference for all rows goes in a header of its own', () => {
  expect(headerOf('findings_assessment')).toBe('x-findings-assessment-id')
})

test('a column is taken for what the server says, or for what the interface calls so', () => {
  const column = (heading: string, field: string | null) => ({ heading, field, samples: [] })
  const fields = importable(resource('assets'))
  const called = (field: { name: string; label: string }) =>
    field.name === 'ref_id' ? 'Reference' : field.label
  const columns = [
    column('Name', 'name'),
    column('reference', null),
    column('Reference', null),
    column('?', null),
  ]
  expect(firstMapping(columns, fields, called)).toEqual({
    Name: 'name',
    reference: 'ref_id',
    Reference: '',
    '?': '',
  })
})
