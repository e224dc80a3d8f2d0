import { expect, test } from 'vitest'
import type { Field } from '@/api/model'
import { partsOf, sorted } from './mistakes'

const fields = [{ name: 'name' }, { name: 'cost' }] as Field[]

test('each message is put on its field, and on the part that it is about', () => {
  const all = sorted(
    {
      name: ['Taken.'],
      'cost.build.fixed_cost': ['Negative.'],
      'cost.currency': ['Empty.'],
      other: ['Odd.'],
    },
    fields,
  )
  expect([...all.fields]).toEqual([
    ['name', ['Taken.']],
    ['cost', ['Negative.', 'Empty.']],
  ])
  expect(partsOf(all.parts, 'cost')).toEqual({ 'build.fixed_cost': ['Negative.'], currency: ['Empty.'] })
  expect(partsOf(all.parts, 'name')).toEqual({})
  expect(all.rest).toEqual(['Odd.'])
})
