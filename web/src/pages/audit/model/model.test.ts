import { describe, expect, test } from 'vitest'
import { ringPath, shares } from './chart'
import { differences } from './compare'
import { EVERYTHING, lines, unfoldTo } from './lines'
import { nextOpen, resultFor, scale, scoreFor, step } from './moves'
import { nextGroup, standings, sumOf, tallies, tally, tallyOf } from './progress'
import { heading, told, twoSections } from './testTree'
import { flatten, nameOf, sectionsOf, withChange } from './tree'

const nodes = flatten(twoSections())
const ids = (found: { id: string }[]) => found.map(one => one.id)
const shown = (folded: string[] = [], filter = {}) =>
  ids(lines(nodes, new Set(folded), { ...EVERYTHING, ...filter }))

describe('the flat tree', () => {
  test('keeps the order, the depth and the end of each branch', () => {
    expect(ids(nodes)).toEqual(['a', 'a1', 'a2', 'a21', 'b', 'b1'])
    expect(nodes.map(node => node.depth)).toEqual([0, 1, 1, 2, 0, 1])
    expect(nodes.map(node => node.end)).toEqual([4, 2, 4, 4, 6, 6])
  })
  test('a change leaves the other branches as they are', () => {
    const tree = twoSections()
    const changed = withChange(tree, 'a21', { result: 'compliant' })
    expect(flatten(changed).find(node => node.id === 'a21')?.result).toBe('compliant')
    expect(changed.b).toBe(tree.b)
    expect(changed.a?.children.a1).toBe(tree.a?.children.a1)
    expect(withChange(tree, 'nowhere', { result: 'compliant' })).toBe(tree)
  })
  test('one heading over everything is not a section', () => {
    expect(ids(sectionsOf(nodes))).toEqual(['a', 'b'])
    expect(ids(sectionsOf(flatten({ root: heading('R', twoSections()) })))).toEqual(['a', 'b'])
    expect(sectionsOf([])).toEqual([])
  })
  test('what has no name goes by the first line of its text', () => {
    expect(nameOf(told('A', { name: ' ', description: 'First\nSecond' }))).toBe('First')
    expect(nameOf(told('A', { name: null }))).toBe('A')
  })
})

describe('lines', () => {
  test('a folded branch is left out, its heading stays', () => {
    expect(shown()).toEqual(['a', 'a1', 'a2', 'a21', 'b', 'b1'])
    expect(shown(['a'])).toEqual(['a', 'b', 'b1'])
    expect(shown(['a2'])).toEqual(['a', 'a1', 'a2', 'b', 'b1'])
  })
  test('a filter shows what it finds with the headings over it, even if folded', () => {
    expect(shown(['b'], { text: 'BACK up' })).toEqual(['b', 'b1'])
    expect(shown([], { result: 'compliant' })).toEqual(['a', 'a1'])
    expect(shown([], { stale: true })).toEqual(['a', 'a2'])
    expect(shown([], { group: 'low' })).toEqual(['a', 'a1', 'b', 'b1'])
    expect(shown([], { text: 'nothing like it' })).toEqual([])
  })
  test('requirements out of scope are left out, and so is a heading over nothing', () => {
    const other = flatten({ a: heading('A', { a1: told('A.1', { selected: false }) }), b: told('B') })
    expect(ids(lines(other, new Set(), EVERYTHING))).toEqual(['b'])
  })
  test('what is chosen gets unfolded', () => {
    expect([...unfoldTo(nodes, new Set(['a', 'a2', 'b']), 'a21')]).toEqual(['b'])
  })
})

describe('keys', () => {
  test('j and k go over headings and stop at the ends', () => {
    expect(step(nodes, null, 1)).toBe('a1')
    expect(step(nodes, null, -1)).toBe('b1')
    expect(step(nodes, 'a21', 1)).toBe('b1')
    expect(step(nodes, 'b1', -1)).toBe('a21')
    expect(step(nodes, 'b1', 1)).toBe('b1')
  })
  test('after a result comes the next one without, from the start again', () => {
    expect(nextOpen(nodes, 'a1')).toBe('a21')
    expect(nextOpen(nodes, 'b1')).toBe('a21')
    expect(nextOpen(flatten({ a: told('A', { result: 'compliant' }) }), 'a')).toBe('a')
  })
  test('digits set results, with Shift scores', () => {
    expect(resultFor({ key: '3', shiftKey: false })).toBe('non_compliant')
    expect(resultFor({ key: '6', shiftKey: false })).toBeUndefined()
    expect(resultFor({ key: '3', shiftKey: true })).toBeUndefined()
    expect(scoreFor({ code: 'Digit4', shiftKey: true })).toBe(4)
    expect(scoreFor({ code: 'Digit4', shiftKey: false })).toBeUndefined()
  })
  test('a score has a button for each step while there are few', () => {
    expect(scale(0, 5)).toEqual([0, 1, 2, 3, 4, 5])
    expect(scale(0, 100)).toBeUndefined()
  })
})

describe('progress', () => {
  test('counts as a whole and by branch', () => {
    expect(tally(nodes)).toMatchObject({ total: 4, assessed: 2, results: { compliant: 1, not_assessed: 2 } })
    const each = tallies(nodes)
    expect(each.get('a')).toMatchObject({ total: 3, assessed: 2 })
    expect(each.get('a2')).toMatchObject({ total: 2, assessed: 1 })
    expect(each.get('b')).toMatchObject({ total: 1, assessed: 0 })
    expect(each.has('b1')).toBe(false)
  })
  test('the next group is the first with something missing', () => {
    const all = standings(nodes, [{ ref_id: 'low' }, { ref_id: 'high' }, { ref_id: 'unused' }])
    expect(all.map(({ met, total }) => [met, total])).toEqual([
      [1, 2],
      [1, 4],
      [0, 0],
    ])
    expect(ids(nextGroup(all)?.missing ?? [])).toEqual(['b1'])
    const done = flatten(withChange(twoSections(), 'b1', { result: 'not_applicable' }))
    expect(nextGroup(standings(done, [{ ref_id: 'low' }, { ref_id: 'high' }]))?.group.ref_id).toBe('high')
  })
})

test('two audits differ by results and by scores', () => {
  const earlier = withChange(withChange(twoSections(), 'a1', { result: 'non_compliant' }), 'b1', {
    is_scored: true,
    score: 3,
  })
  const now = withChange(twoSections(), 'b1', { is_scored: true, score: 1 })
  const found = differences(flatten(now), flatten(earlier))
  expect(found.map(({ node, way }) => [node.id, way])).toEqual([
    ['a1', 'better'],
    ['b1', 'worse'],
  ])
  const [only] = differences(flatten(twoSections()), flatten({ a: heading('A', {}) })).slice(0, 1)
  expect(only).toMatchObject({ before: null, way: 'changed' })
})

test('rings close, and nothing has no place on them', () => {
  expect(shares([1, 0, 3])).toEqual([
    { from: 0, to: 0.25 },
    { from: 0.25, to: 0.25 },
    { from: 0.25, to: 1 },
  ])
  expect(shares([0])).toEqual([{ from: 0, to: 0 }])
  expect(ringPath({ from: 0, to: 0 }, 1, 2, 3)).toBe('')
  expect(ringPath({ from: 0, to: 0.25 }, 10, 20, 20)).toBe(
    'M20 0 A20 20 0 0 1 40 20 L30 20 A10 10 0 0 0 20 10 Z',
  )
  expect(ringPath({ from: 0, to: 1 }, 10, 20, 20).split('M')).toHaveLength(3)
})

test('results are counted, and added up', () => {
  const one = tallyOf([
    { name: 'compliant', value: 3 },
    { name: 'not_assessed', value: 2 },
  ])
  expect([one.total, one.assessed, one.results.non_compliant]).toEqual([5, 3, 0])
  const both = sumOf([one, tallyOf([{ name: 'non_compliant', value: 1 }])])
  expect([both.total, both.assessed, both.results.compliant]).toEqual([6, 4, 3])
})
