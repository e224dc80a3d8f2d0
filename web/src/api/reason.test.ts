import { expect, test } from 'vitest'
import { reasonIn } from './reason'

const problem = (errors?: Record<string, string[]>) => ({
  type: 'invalid',
  title: 'Invalid request',
  status: 400,
  detail: 'Some fields are invalid. See “errors” for details.',
  errors,
})

test('the reasons are told, each with its field', () => {
  expect(reasonIn(problem({ name: ['This field is required.'] }))).toBe('Name: This field is required.')
  expect(reasonIn(problem({ 'cost.fixed_cost': ['Must not be negative.'] }))).toBe(
    'Fixed cost: Must not be negative.',
  )
})

test('without reasons the server’s own sentence is told', () => {
  expect(reasonIn(problem())).toMatch(/^Some fields/)
  expect(reasonIn({ ...problem(), detail: '' })).toBe('Invalid request')
})

test('a notice does not become a page', () => {
  const many = Object.fromEntries(['a', 'b', 'c', 'd'].map(name => [name, ['Wrong.']]))
  expect(reasonIn(problem(many))).toBe('A: Wrong. B: Wrong. C: Wrong. …')
})
