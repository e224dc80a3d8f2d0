import { expect, test } from 'vitest'
import { folded, lineDiff } from './lineDiff'

const told = (before: string, after: string) =>
  lineDiff(before, after).map(pair => `${pair.kind} ${pair.left?.text ?? ''}|${pair.right?.text ?? ''}`)

test('what stayed, went, came and became something else', () => {
  expect(told('a\nb\nc\nd', 'a\nB\nc\nd\ne')).toEqual([
    'same a|a',
    'changed b|B',
    'same c|c',
    'same d|d',
    'added |e',
  ])
  expect(told('a\nb\nc', 'a\nc')).toEqual(['same a|a', 'removed b|', 'same c|c'])
  expect(told('', 'new')).toEqual(['added |new'])
})

test('equal texts have no difference, however their lines end', () => {
  expect(lineDiff('a\r\nb\r\n', 'a\nb').every(pair => pair.kind === 'same')).toBe(true)
})

test('lines keep their own numbers', () => {
  const last = lineDiff('a\nb\nc', 'a\nx\ny\nc').at(-1)
  expect([last?.left?.number, last?.right?.number]).toEqual([3, 4])
})

test('what was moved is found again, and both texts are told in full', () => {
  const before = Array.from({ length: 60 }, (_, at) => `line ${at % 7} ${at}`)
  const after = [...before.slice(20), ...before.slice(0, 20)]
  const pairs = lineDiff(before.join('\n'), after.join('\n'))
  expect(pairs.flatMap(pair => pair.left?.text ?? [])).toEqual(before)
  expect(pairs.flatMap(pair => pair.right?.text ?? [])).toEqual(after)
  expect(pairs.filter(pair => pair.kind === 'same')).toHaveLength(40)
})

test('two texts that have nothing in common are told without an end of it', () => {
  const many = (word: string) => Array.from({ length: 4000 }, (_, at) => `${word} ${at}`).join('\n')
  const pairs = lineDiff(many('a'), many('b'))
  expect(pairs).toHaveLength(4000)
  expect(pairs.every(pair => pair.kind === 'changed')).toBe(true)
})

test('long runs that stayed are folded, short ones are not', () => {
  const before = Array.from({ length: 30 }, (_, at) => String(at))
  const after = before.map((line, at) => (at === 15 ? 'x' : line))
  const parts = folded(lineDiff(before.join('\n'), after.join('\n')))
  expect(parts.map(part => ('folded' in part ? -part.folded.length : part.pairs.length))).toEqual([
    -12, 7, -11,
  ])
})
