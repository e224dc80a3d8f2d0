/** A rule, and what it has found. Its own parts of the page tell what it looks for and what it found. */
import { Play, Power } from 'lucide-react'
import type { Layout, Step } from './layout'

const run: Step = { label: 'layouts.rules.run', icon: Play, deed: { act: 'run' } }
const turnOn: Step = { label: 'layouts.rules.turnOn', icon: Power, deed: { set: 'is_active', to: true } }

export const rules: Layout = {
  facts: ['severity', 'owner'],
  next: ({ row }) => ({ first: row.is_active === false ? turnOn : run }),
  properties: ['ref_id', 'folder', 'created_by', 'limited_to', 'is_published'],
  lists: [],
  tabs: ['rule-matches.rule'],
  without: [
    'is_active',
    'resource',
    'expression',
    'action',
    'findings_assessment',
    'due_in_days',
    'matches',
    'last_run_at',
    'failures',
    'last_error',
  ],
}

/** Something that a rule has found. */
export const ruleMatches: Layout = {
  partOf: 'rule',
  facts: ['state', 'severity', 'opened_at'],
  settled: () => true,
  lists: [],
  properties: ['object', 'rule', 'task', 'finding', 'folder', 'times_opened', 'closed_at'],
  without: ['reason'],
}
