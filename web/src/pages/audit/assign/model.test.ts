import { expect, test } from 'vitest'
import { type Assignment, byRow, lastNote, plan, type Status } from './model'

const refs = (ids: string[]) => ids.map(id => ({ id, str: id }))
const given = (id: string, actors: string[], rows: string[], status: Status = 'in_progress'): Assignment => ({
  id,
  actor: refs(actors),
  requirement_assessments: refs(rows),
  status,
  events: [],
})

test('people who have an open assignment get more of it, others a new one', () => {
  const ada = given('1', ['ada'], ['a', 'b'])
  expect(plan(['b', 'c'], ['ada'], [ada])).toEqual({ rows: ['c'], into: ada, taken: [], kept: [] })
  expect(plan(['c'], ['bob'], [ada]).into).toBeUndefined()
  expect(plan(['c'], ['ada', 'bob'], [ada]).into).toBeUndefined()
})

test('what someone else has moves, unless they have submitted it', () => {
  const ada = given('1', ['ada'], ['a', 'b'])
  const eve = given('2', ['eve'], ['c', 'd'], 'submitted')
  const moved = plan(['a', 'c', 'e'], ['bob'], [ada, eve])
  expect(moved).toEqual({
    rows: ['a', 'e'],
    into: undefined,
    taken: [{ from: ada, left: ['b'], count: 1 }],
    kept: ['c'],
  })
})

test('a closed assignment takes nothing more', () => {
  const closed = given('1', ['ada'], ['a'], 'closed')
  expect(plan(['b'], ['ada'], [closed]).into).toBeUndefined()
})

test('each row knows its assignment', () => {
  const ada = given('1', ['ada'], ['a'])
  expect(byRow([ada]).get('a')).toBe(ada)
  expect(byRow([ada]).get('z')).toBeUndefined()
})

test('the reason for sending it back is shown until it is submitted again', () => {
  const events = [{ event_type: 'changes_requested', event_notes: 'Say which systems', created_at: '' }]
  expect(lastNote({ ...given('1', [], [], 'changes_requested'), events })).toBe('Say which systems')
  expect(lastNote({ ...given('1', [], [], 'submitted'), events })).toBeNull()
})
