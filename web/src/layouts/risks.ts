/** Risk assessments, their scenarios, and decisions to accept a risk. Ratings and levels are told by their own pages. */
import type { Layout } from './layout'

export const riskAssessments: Layout = {
  facts: ['status', 'authors', 'due_date'],
  settled: row => row.status === 'done' || row.status === 'deprecated',
  properties: [
    'ref_id',
    'folder',
    'risk_matrix',
    'perimeter',
    'authors',
    'reviewers',
    'due_date',
    'eta',
    'version',
  ],
  // Its scenarios have a tab of their own.
  lists: [],
  without: ['risk_tolerance', 'risk_scenarios_count', 'risk_scenarios'],
}

export const riskScenarios: Layout = {
  partOf: 'risk_assessment',
  facts: ['treatment', 'owner'],
  properties: ['risk_assessment', 'risk_origin', 'qualifications', 'filtering_labels', 'folder'],
  // Its story has the controls, the threats and the assets.
  lists: [],
  tabs: ['risk-acceptances.risk_scenarios', 'applied_controls', 'existing_applied_controls'],
  without: [
    'inherent_proba',
    'inherent_impact',
    'inherent_level',
    'current_proba',
    'current_impact',
    'current_level',
    'residual_proba',
    'residual_impact',
    'residual_level',
    'strength_of_knowledge',
    'treatment_before_acceptance',
    'existing_controls',
    'justification',
    'within_tolerance',
    'risk_matrix',
  ],
}

export const riskAcceptances: Layout = {
  facts: ['state', 'expiry_date'],
  settled: row => row.state !== 'accepted',
  frozen: row => row.state !== 'created',
  properties: ['approver', 'folder', 'accepted_at', 'rejected_at', 'revoked_at', 'expired_at'],
  lists: [],
  tabs: ['risk_scenarios'],
  without: ['justification'],
}
