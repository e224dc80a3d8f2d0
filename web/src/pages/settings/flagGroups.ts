/** Which flags stand together. A flag that is not named here is shown all the same, under “Other”. */
export const FLAG_GROUPS: [name: string, flags: string[]][] = [
  ['integrations', ['outgoing_webhooks', 'custom_portals']],
  [
    'governance',
    [
      'organisation_objectives',
      'organisation_issues',
      'project_management',
      'contracts',
      'policy_documents',
      'document_management',
      'terminologies',
      'validation_flows',
      'journeys',
    ],
  ],
  [
    'risk',
    [
      'ebiosrm',
      'inherent_risk',
      'scoring_assistant',
      'quantitative_risk_studies',
      'risk_acceptances',
      'threat_modeling',
      'ttps',
    ],
  ],
  ['compliance', ['compliance', 'audit_tree_inheritance', 'auditee_mode', 'exceptions', 'follow_up']],
  [
    'operations',
    [
      'tasks',
      'control_plan',
      'incidents',
      'vulnerabilities',
      'security_advisories',
      'cwes',
      'bia',
      'posture_assessments',
    ],
  ],
  ['privacy', ['tprm', 'privacy', 'personal_data', 'purposes', 'right_requests', 'data_breaches']],
  ['insight', ['xrays', 'metrology', 'advanced_analytics', 'reports', 'comments', 'experimental']],
]

export interface FlagGroup {
  name: string
  flags: string[]
}

/** The flags that the server has, in their groups; what is new to us comes last. */
export function groupFlags(known: string[]): FlagGroup[] {
  const rest = new Set(known)
  const groups = FLAG_GROUPS.map(([name, flags]) => ({
    name,
    flags: flags.filter(flag => rest.delete(flag)),
  }))
  return [...groups, { name: 'other', flags: [...rest] }].filter(group => group.flags.length > 0)
}

/** A name made of a key: “custom_portals” → “Custom portals”. */
export function humanise(key: string): string {
  return key.replaceAll('_', ' ').replace(/^./, letter => letter.toUpperCase())
}
