import { expect, test } from 'vitest'
import type { Question } from './api'
import type { Given } from './saver'
import { visible } from './visible'

const question = (id: string, type: Question['type'], depends?: [string, string[], string?]): Question => ({
  id,
  urn: `urn:q:${id}`,
  text: id,
  annotation: null,
  type,
  depends_on: depends
    ? { question: `urn:q:${depends[0]}`, answers: depends[1], condition: depends[2] ?? 'any' }
    : null,
  choices: ['a', 'b', 'c'].map(name => ({
    id: `${id}-${name}`,
    urn: `urn:c:${id}:${name}`,
    question: { id, str: id },
    value: name,
    description: null,
    annotation: null,
    add_score: null,
    compute_result: null,
  })),
})

const asked = (questions: Question[], answers: Record<string, Given>) =>
  visible(questions, one => answers[one.id] ?? null).map(one => one.id)

test('a question follows from a choice, by any or by all of them', () => {
  const any = [
    question('one', 'multiple_choice'),
    question('two', 'text', ['one', ['urn:c:one:a', 'URN:C:ONE:B']]),
  ]
  expect(asked(any, {})).toEqual(['one'])
  expect(asked(any, { one: ['one-c'] })).toEqual(['one'])
  expect(asked(any, { one: ['one-b', 'one-c'] })).toEqual(['one', 'two'])
  const all = [any[0] as Question, question('two', 'text', ['one', ['urn:c:one:a', 'urn:c:one:b'], 'all'])]
  expect(asked(all, { one: ['one-b'] })).toEqual(['one'])
  expect(asked(all, { one: ['one-b', 'one-a'] })).toEqual(['one', 'two'])
})

test('plain answers are compared as what they are', () => {
  const of = (type: Question['type'], word: string) => [
    question('one', type),
    question('two', 'text', ['one', [word]]),
  ]
  expect(asked(of('boolean', 'false'), { one: false })).toEqual(['one', 'two'])
  expect(asked(of('boolean', 'false'), { one: true })).toEqual(['one'])
  expect(asked(of('number', '5'), { one: 5 })).toEqual(['one', 'two'])
  expect(asked(of('text', '5'), { one: '5' })).toEqual(['one', 'two'])
})

test('any answer will do where none is named, and an unknown one never does', () => {
  expect(asked([question('one', 'text'), question('two', 'text', ['one', []])], { one: 'x' })).toEqual([
    'one',
    'two',
  ])
  const unknown = [question('one', 'unique_choice'), question('two', 'text', ['one', ['urn:c:gone']])]
  expect(asked(unknown, { one: ['one-a'] })).toEqual(['one'])
  expect(asked([question('two', 'text', ['gone', []])], { two: 'x' })).toEqual([])
})

test('what follows from a hidden question is hidden, and circles are never asked', () => {
  const chain = [
    question('one', 'boolean'),
    question('two', 'boolean', ['one', ['true']]),
    question('three', 'text', ['two', ['true']]),
  ]
  expect(asked(chain, { one: true, two: true })).toEqual(['one', 'two', 'three'])
  expect(asked(chain, { one: false, two: true })).toEqual(['one'])
  const circle = [question('one', 'text', ['two', []]), question('two', 'text', ['one', []])]
  expect(asked(circle, { one: 'x', two: 'y' })).toEqual([])
})
