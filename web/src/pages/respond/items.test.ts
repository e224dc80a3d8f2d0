import { expect, test } from 'vitest'
import type { Question } from '@/questions/api'
import type { Told, Tree } from '../audit/model/tree'
import { isComplete, itemsOf, type Known, sectionsOf } from './items'

const told = (name: string, more: Partial<Told> = {}): Told => ({
  urn: name,
  parent_urn: null,
  ref_id: null,
  name,
  description: null,
  implementation_groups: null,
  assessable: true,
  selected: true,
  is_retired: false,
  ra_id: `row-${name}`,
  status: null,
  result: 'not_assessed',
  extended_result: null,
  is_scored: null,
  score: null,
  documentation_score: null,
  min_score: null,
  max_score: null,
  has_questions: false,
  controls: 0,
  evidences: 0,
  comments: 0,
  stale: false,
  children: {},
  ...more,
})

const question = (id: string, result: string | null): Question => ({
  id,
  urn: id,
  text: id,
  annotation: null,
  type: 'unique_choice',
  depends_on: null,
  choices: [
    {
      id: `${id}-yes`,
      urn: `${id}-yes`,
      question: { id, str: id },
      value: 'Yes',
      description: null,
      annotation: null,
      add_score: null,
      compute_result: result,
    },
  ],
})

const tree: Tree = {
  head: told('Head', {
    assessable: false,
    children: { one: told('one'), two: told('two'), out: told('out', { selected: false }) },
  }),
  other: told('other'),
}
const rows = new Set(['row-Head', 'row-one', 'row-two', 'row-out'])
const known: Known = {
  questions: () => [],
  given: () => null,
  result: node => node.result,
  score: node => node.score,
  choosesResult: true,
}

test('only what is assigned, in scope and to be assessed is asked', () => {
  const items = itemsOf(tree, rows, known)
  expect(items.map(item => item.node.id)).toEqual(['one', 'two'])
  expect(sectionsOf(items).map(section => [section.name, section.items.length])).toEqual([['Head', 2]])
})

test('without questions a result is chosen, if respondents may', () => {
  expect(itemsOf(tree, rows, known).map(isComplete)).toEqual([false, false])
  const chosen = itemsOf(tree, rows, { ...known, result: node => (node.id === 'one' ? 'compliant' : null) })
  expect(chosen.map(isComplete)).toEqual([true, false])
  expect(itemsOf(tree, rows, { ...known, choosesResult: false }).map(isComplete)).toEqual([true, true])
})

test('answers that decide the result leave nothing to choose', () => {
  const asking = (result: string | null, given: string[] | null): Known => ({
    ...known,
    questions: node => (node === 'one' ? [question('q', result)] : []),
    given: () => given,
  })
  const [open] = itemsOf(tree, rows, asking('compliant', null))
  expect(open).toMatchObject({ asked: 1, answered: 0, decided: true, lacksResult: false })
  const [done] = itemsOf(tree, rows, asking('compliant', ['q-yes']))
  expect(done && isComplete(done)).toBe(true)
  const [byHand] = itemsOf(tree, rows, asking(null, ['q-yes']))
  expect(byHand).toMatchObject({ answered: 1, decided: false, lacksResult: false })
})
