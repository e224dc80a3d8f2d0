import { expect, test } from 'vitest'
import { newValues, sent, storedValues } from './ruleValues'

const stored = storedValues({
  id: '1',
  name: 'No owner',
  description: null,
  folder: 'f',
  ref_id: null,
  is_active: true,
  is_published: true,
  resource: 'vaults',
  expression: 'object.owner.size() == 0',
  severity: 3,
  owner: ['a'],
  action: 'task',
  findings_assessment: null,
  due_in_days: 14,
})

test('a new rule is sent whole, with nothing that its action does not use', () => {
  const example = {
    name: 'No owner',
    description: 'Nobody looks after it.',
    resource: 'vaults',
    expression: 'object.owner.size() == 0',
    severity: 3,
    action: 'task',
  }
  const values = { ...newValues('f', example), due_in_days: '7', findings_assessment: 'r' }
  expect(sent(values)).toMatchObject({
    name: 'No owner',
    severity: 3,
    due_in_days: 7,
    findings_assessment: null,
  })
  expect(sent({ ...values, action: 'finding' })).toMatchObject({ due_in_days: 7, findings_assessment: 'r' })
  expect(sent({ ...values, action: 'note' })).toMatchObject({ due_in_days: null, findings_assessment: null })
  expect(sent(values)).toMatchObject({ ref_id: null })
})

test('of a stored rule only what differs is sent', () => {
  expect(sent(stored, stored)).toEqual({})
  expect(sent({ ...stored, severity: 4 }, stored)).toEqual({ severity: 4 })
  expect(sent({ ...stored, due_in_days: '' }, stored)).toEqual({ due_in_days: null })
  expect(sent({ ...stored, action: 'notification' }, stored)).toEqual({
    action: 'notification',
    due_in_days: null,
  })
  expect(sent({ ...stored, owner: ['a', 'b'] }, stored)).toEqual({ owner: ['a', 'b'] })
})
