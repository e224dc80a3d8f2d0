/** A request to validate something. Who decides and what happened is told by its own parts of the page. */
import type { Layout } from './layout'

export const validations: Layout = {
  facts: ['status', 'requester', 'validation_deadline'],
  settled: row => row.status !== 'submitted' && row.status !== 'change_requested',
  frozen: row => row.status !== 'submitted' && row.status !== 'change_requested',
  properties: [
    'ref_id',
    'folder',
    'requester',
    'approver',
    'more_approvers',
    'quorum',
    'validation_deadline',
  ],
  lists: [],
  tabs: [
    'compliance_assessments',
    'risk_assessments',
    'findings_assessments',
    'evidences',
    'security_exceptions',
    'policies',
  ],
  without: ['events', 'approvals', 'approvals_needed', 'linked_models', 'last_event_notes'],
}
