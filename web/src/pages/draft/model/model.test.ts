import { expect, test } from 'vitest'
import {
  type Content,
  type DraftFramework,
  removeGroup,
  setGroup,
  setNode,
  stepsFor,
  stepsOf,
  withSteps,
} from './content'
import { applied, type Edit, onto } from './edits'
import { newUrn, nextRef, slug } from './names'
import { byObject, locate, located } from './problems'

const FRAMEWORK = 'urn:acme:risk:framework:house'
const NODE = 'urn:acme:risk:req_node:house:a.1'
const framework: DraftFramework = {
  urn: FRAMEWORK,
  ref_id: 'house',
  name: 'House rules',
  implementation_groups_definition: [{ ref_id: 'basic' }, { ref_id: 'full' }],
  requirement_nodes: [
    { urn: 'urn:acme:risk:req_node:house:a', ref_id: 'A', name: 'Doors' },
    { urn: NODE, ref_id: 'A.1', name: 'Locks', implementation_groups: ['basic', 'full'] },
  ],
}
const content: Content = {
  frameworks: [framework],
  threats: [{ urn: 'urn:acme:risk:threat:house:t', name: 'Rain' }],
}
const node = (from: Content) => from.frameworks?.[0]?.requirement_nodes?.[1]

test('the next reference follows the last one and is never taken', () => {
  expect(nextRef('A.2', 'A', [])).toBe('A.3')
  expect(nextRef('A.09', 'A', [])).toBe('A.10')
  expect(nextRef('B', null, [])).toBe('C')
  expect(nextRef('AC-2(3)', null, [])).toBe('AC-2(3).2')
  expect(nextRef(null, 'A', ['a.1', 'A.2'])).toBe('A.3')
  expect(nextRef(null, null, [])).toBe('1')
  expect(nextRef('Doors', null, [])).toBe('Doors.2')
})

test('URNs are made of references, within their framework, and never taken twice', () => {
  expect(slug(' Accès & Doors (1) ')).toBe('accès-doors-(1)')
  expect(newUrn(FRAMEWORK, 'req_node', 'A.2', [])).toBe('urn:acme:risk:req_node:house:a.2')
  expect(newUrn(FRAMEWORK, 'req_node', 'A.1', [NODE.toUpperCase()])).toBe(`${NODE}-2`)
  expect(newUrn('urn:ours:risk:framework:own:base', 'req_node', '!', [])).toBe(
    'urn:ours:risk:req_node:own:base:new',
  )
})

test('what is emptied is left out', () => {
  const after = setNode(content, FRAMEWORK, NODE, { name: '', implementation_groups: [], assessable: false })
  expect(node(after)).toEqual({ urn: NODE, ref_id: 'A.1', assessable: false })
  expect(node(content)?.name).toBe('Locks')
})

test('requirements follow a group that is renamed or removed', () => {
  const renamed = setGroup(framework, 0, { ref_id: 'first' })
  expect(renamed.implementation_groups_definition?.map(one => one.ref_id)).toEqual(['first', 'full'])
  expect(renamed.requirement_nodes?.[1]?.implementation_groups).toEqual(['first', 'full'])
  expect(setGroup(framework, 0, { name: 'Basic' }).requirement_nodes).toBe(framework.requirement_nodes)
  const removed = removeGroup(removeGroup(framework, 0), 0)
  expect(removed.implementation_groups_definition).toBeUndefined()
  expect(removed.requirement_nodes?.[1]).not.toHaveProperty('implementation_groups')
})

test('a scale has a step for each number, and keeps what is said about them', () => {
  const known = [{ score: 1, name: 'Some' }]
  expect(stepsFor(0, 2, known)).toEqual([{ score: 0 }, { score: 1, name: 'Some' }, { score: 2 }])
  expect(stepsFor(0, 100, known)).toEqual([])
  expect(stepsFor(3, 3, known)).toEqual([])
  expect(stepsOf(withSteps(framework, known))).toEqual(known)
  const rich = { ...framework, scores_definition: { scale: [], aggregation: 'mean' } }
  expect(withSteps(rich, known).scores_definition).toEqual({ scale: known, aggregation: 'mean' })
  expect(withSteps(framework, [{ score: 0 }])).not.toHaveProperty('scores_definition')
})

test('a problem is brought to its object', () => {
  const at = (path: string) => locate(content, { path, message: 'Bad.' })
  expect(at('objects.frameworks[0].requirement_nodes[1].parent_urn')).toEqual({
    message: 'Bad.',
    kind: 'requirement_nodes',
    framework: FRAMEWORK,
    urn: NODE,
    field: 'parent_urn',
  })
  expect(at('objects.frameworks[0].requirement_nodes[1].questions[0].choices[2].value').urn).toBe(NODE)
  expect(at('objects.frameworks[0].min_score')).toMatchObject({
    kind: 'frameworks',
    urn: FRAMEWORK,
    field: 'min_score',
  })
  expect(at('objects.threats[0].name')).toMatchObject({ kind: 'threats', framework: null, field: 'name' })
  expect(at('objects.threats[7].name')).toMatchObject({ kind: null, urn: null, field: 'threats' })
  expect(at('ref_id')).toMatchObject({ kind: null, urn: null, field: 'ref_id' })
  expect(at('')).toMatchObject({ urn: null, field: null })
})

test('a conflict is brought to its object too', () => {
  const at = (kind: string, urn: string) => located(content, { kind, urn, reason: 'Taken.' })
  expect(at('requirement_nodes', NODE)).toMatchObject({ framework: FRAMEWORK, urn: NODE })
  expect(at('questions', `${NODE}:question:1`)).toMatchObject({ framework: FRAMEWORK, urn: NODE })
  expect(at('libraries', 'urn:acme:risk:library:house')).toMatchObject({ kind: null, urn: null })
  expect(byObject([at('requirement_nodes', NODE), at('libraries', 'x')]).get(NODE)).toHaveLength(1)
})

test('edits are made again on what someone else saved, unless it is the same field', () => {
  const edit = (field: string, value: string): Edit => ({
    run: now => setNode(now, FRAMEWORK, NODE, { [field]: value }),
    name: 'A.1',
    replaces: now => node(now)?.[field],
    seen: node(content)?.[field],
  })
  const mine = [edit('name', 'Bolts'), edit('description', 'Close them.')]
  const theirs = setNode(content, FRAMEWORK, NODE, { name: 'Keys', ref_id: 'A.9' })
  const { kept, refused } = onto(theirs, mine)
  expect(refused).toEqual([mine[0]])
  expect(node(applied(theirs, kept))).toMatchObject({
    name: 'Keys',
    ref_id: 'A.9',
    description: 'Close them.',
  })
  expect(onto(content, mine).refused).toEqual([])
})
