import { expect, test } from 'vitest'
import { arrive, type Stop, stepBack } from './trail'

const walk = (...stops: [string, number][]) =>
  stops.reduce<Stop[]>((trail, [path, index]) => arrive(trail, { path, index }), [])

test('goes back to the page before, with the filters it had last', () => {
  expect(stepBack(walk(['/assets', 0], ['/assets', 1], ['/assets/a', 2]))).toBe(-1)
})

test('a form that was saved is no place to go back to', () => {
  // The page of the object takes the place of its form.
  expect(stepBack(walk(['/assets', 0], ['/assets/a', 1], ['/assets/a/edit', 2], ['/assets/a', 2]))).toBe(-2)
})

test('what lay ahead is forgotten', () => {
  const trail = walk(['/', 0], ['/assets', 1], ['/assets/a', 2], ['/assets', 1])
  expect(trail.map(stop => stop.path)).toEqual(['/', '/assets'])
})

test('knows of nothing before the first page', () => {
  expect(stepBack(walk(['/assets/a', 7]))).toBeUndefined()
})
