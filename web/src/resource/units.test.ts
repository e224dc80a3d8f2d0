import { expect, test } from 'vitest'
import { inParts, levelsOf, split, steps, unitOf } from './units'

test('a time is told in its largest parts', () => {
  const said = (seconds: number) =>
    inParts(seconds)
      .map(({ count, unit }) => `${count}${unit}`)
      .join(' ')
  expect(said(14_400)).toBe('4h')
  expect(said(129_600)).toBe('1d 12h')
  expect(said(5_400)).toBe('1h 30min')
  expect(said(90)).toBe('1min 30s')
  expect(said(0)).toBe('0min')
})

test('a time is typed in hours and minutes', () => {
  expect(split(129_660)).toEqual({ hours: 36, minutes: 1, seconds: 0 })
})

test('a scale has a word for each of the five levels', () => {
  expect(levelsOf('1-4')).toEqual(['1', '2', '3', '4', '4'])
  expect(levelsOf('0-3')).toEqual(['0', '1', '2', '3', '3'])
  expect(levelsOf('FIPS-199')).toEqual(['low', 'moderate', 'moderate', 'high', 'high'])
})

test('each word is offered once, and what is chosen stays what it is', () => {
  expect(steps(levelsOf('1-4')).map(step => step.level)).toEqual([0, 1, 2, 3])
  expect(steps(levelsOf('1-4'), 4).map(step => step.level)).toEqual([0, 1, 2, 4])
})

test('a number in a table of values has the unit of its row', () => {
  expect(unitOf('value', { name: 'rto' })).toBe('seconds')
  expect(unitOf('is_enabled', { name: 'rto' })).toBeUndefined()
  expect(unitOf('fixed_cost')).toBe('currency')
})
