import { describe, expect, it } from 'vitest'
import type { Row } from '@/api/model'
import { approversOf, deedsFor } from './model'

const person = (id: string) => ({ id, str: id })
const flow = (status: string, more: Partial<Row> = {}): Row => ({
  id: 'flow',
  status,
  requester: person('ann'),
  approver: person('bob'),
  more_approvers: [person('bob'), person('cleo')],
  approvals: [],
  ...more,
})

describe('a validation', () => {
  it('has each approver once', () => {
    expect(approversOf(flow('submitted')).map(one => one.id)).toEqual(['bob', 'cleo'])
  })

  it('offers each person what they may do', () => {
    expect(deedsFor(flow('submitted'), 'bob')).toEqual(['approve', 'request-changes', 'reject'])
    expect(deedsFor(flow('submitted', { approvals: [person('bob')] }), 'bob')).toEqual([
      'request-changes',
      'reject',
    ])
    expect(deedsFor(flow('submitted'), 'ann')).toEqual(['drop'])
    expect(deedsFor(flow('change_requested'), 'ann')).toEqual(['resubmit', 'drop'])
    expect(deedsFor(flow('change_requested'), 'bob')).toEqual([])
    expect(deedsFor(flow('accepted'), 'cleo')).toEqual(['revoke'])
    expect(deedsFor(flow('accepted'), 'ann')).toEqual([])
    for (const status of ['rejected', 'revoked', 'expired', 'dropped'])
      for (const who of ['ann', 'bob', 'dora']) expect(deedsFor(flow(status), who)).toEqual([])
  })
})
