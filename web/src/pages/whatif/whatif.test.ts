import { expect, test } from 'vitest'
import type { Scenario } from '../risk/model/scenario'
import { matrix } from '../risk/model/testMatrix'
import { countKinds } from './api'
import { direction } from './measures'
import { movesOf } from './moves'

const scenario = (id: string, proba: number, impact: number) =>
  ({ id, name: id, ref_id: null, current_proba: proba, current_impact: impact }) as unknown as Scenario

test('only what is in another cell moves; what is new or gone has one end', () => {
  const before = [
    scenario('still', 1, 1),
    scenario('down', 2, 2),
    scenario('gone', 0, 1),
    scenario('bare', -1, -1),
  ]
  const after = [
    scenario('still', 1, 1),
    scenario('down', 1, 0),
    scenario('new', 2, 1),
    scenario('bare', -1, -1),
  ]
  const moves = movesOf(before, after, 'current', matrix)
  expect(moves.map(({ scenario, from, to }) => [scenario.id, from, to])).toEqual([
    ['down', { probability: 2, impact: 2 }, { probability: 1, impact: 0 }],
    ['new', null, { probability: 2, impact: 1 }],
    ['gone', { probability: 0, impact: 1 }, null],
  ])
})

test('more active controls are better, more open risks are worse, and a number without a goal is neither', () => {
  expect(direction('controls_active', 3, 5)).toBe('better')
  expect(direction('controls_active', 5, 3)).toBe('worse')
  expect(direction('risks_intolerable', 4, 1)).toBe('better')
  expect(direction('vulnerabilities_overdue', 0, 2)).toBe('worse')
  expect(direction('controls', 3, 5)).toBe('other')
  expect(direction('controls_active', 3, 3)).toBe('same')
})

test('objects are counted by what happens to them', () => {
  expect(countKinds([{ kind: 'updated' }, { kind: 'created' }, { kind: 'updated' }])).toEqual({
    created: 1,
    updated: 2,
    deleted: 0,
  })
})
