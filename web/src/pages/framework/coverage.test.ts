import { expect, test } from 'vitest'
import { tallyOf } from '../audit/model/progress'
import { type Part, together, wholeOf } from './coverage'

const part = (id: string, compliant: number, open: number): Part => ({
  id,
  ref_id: id,
  name: null,
  tally: tallyOf([
    { name: 'compliant', value: compliant },
    { name: 'not_assessed', value: open },
  ]),
})

test('the sections of all audits are added up, each once', () => {
  const all = together([
    [part('a', 1, 2), part('b', 0, 4)],
    [part('b', 3, 1), part('c', 1, 0)],
  ])
  expect(all.map(one => [one.id, one.tally.assessed, one.tally.total])).toEqual([
    ['a', 1, 3],
    ['b', 3, 8],
    ['c', 1, 1],
  ])
  expect(wholeOf(all).total).toBe(12)
})
