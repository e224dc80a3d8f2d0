import { expect, test } from 'vitest'
import { kept, normal, paramsOf, queryOf } from './query'

const state = { search: { status: 'active', ordering: '-eta' }, group: 'priority' }

test('a view keeps filters, order, grouping and the columns that are shown', () => {
  const query = kept(state, ['name', 'eta'])
  expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
    columns: 'name,eta',
    group: 'priority',
    ordering: '-eta',
    status: 'active',
  })
})

test('the address of a view is known again, whatever the order of its parameters', () => {
  const query = 'status=active&columns=name%2Ceta&ordering=-eta'
  const { columns, group, ...search } = paramsOf(query)
  expect(group).toBe('')
  expect(queryOf({ search, columns: columns?.split(',') })).toBe(normal(query))
  expect(queryOf({ search: {} })).toBe('')
})
