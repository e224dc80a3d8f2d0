import { expect, test } from 'vitest'
import { factorsOf, IMPACT, LIKELIHOOD, levelFor, mean, type Scores, suggested } from './owasp'
import { matrix } from './testMatrix'

test('three levels are split at 3 and 6, as OWASP does', () => {
  expect([0, 2.9, 3, 5.9, 6, 9].map(one => levelFor(one, 3))).toEqual([0, 0, 1, 1, 2, 2])
})

test('every level can be reached, and none beyond', () => {
  for (const levels of [2, 4, 5, 8]) {
    const reached = new Set(Array.from({ length: 91 }, (_, at) => levelFor(at / 10, levels)))
    expect([...reached]).toEqual(Array.from({ length: levels }, (_, at) => at))
  }
})

test('what nobody scored does not count', () => {
  expect(mean(['skill', 'motive'], {})).toBeNull()
  expect(mean(['skill', 'motive'], { skill: 9 })).toBe(9)
  expect(mean(['skill', 'motive'], { skill: 9, motive: 0 })).toBe(4.5)
})

test('a cell is suggested once both sides have a score', () => {
  const [rows, columns] = [matrix.probability.length, matrix.impact.length]
  expect(suggested({ skill: 5 }, matrix)).toBeNull()
  expect(suggested({ skill: 0, privacy: 9 }, matrix)).toEqual({ probability: 0, impact: columns - 1 })
  const all = Object.fromEntries([...factorsOf(LIKELIHOOD), ...factorsOf(IMPACT)].map(one => [one, 9]))
  expect(suggested(all as Scores, matrix)).toEqual({ probability: rows - 1, impact: columns - 1 })
})
