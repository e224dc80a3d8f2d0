import { expect, test } from 'vitest'
import { levelOf, priorityOf } from './level'

const severity = { name: 'severity' }

test('every step of a severity has a level of its own, the worst the highest', () => {
  const words = ['info', 'low', 'medium', 'high', 'critical']
  expect(words.map((label, key) => levelOf(severity, { key, label }))).toEqual([1, 2, 3, 4, 5])
  expect(levelOf(severity, { key: -1, label: 'undefined' })).toBeUndefined()
})

test('where more is better there is nothing to warn of', () => {
  expect(levelOf({ name: 'control_impact' }, { key: 5, label: 'Very High' })).toBeUndefined()
})

test('the first priority has the mark of the worst level', () => {
  expect(priorityOf({ name: 'priority' }, { key: 1, label: 'P1' })).toBe(5)
  expect(priorityOf({ name: 'priority' }, { key: 4, label: 'P4' })).toBe(2)
  expect(priorityOf({ name: 'status' }, { key: 1, label: 'P1' })).toBeUndefined()
})
