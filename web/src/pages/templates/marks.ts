/** The names that a Word template can use, by where they can stand. `docs/REPORTS.md` has the same ones, and a test compares them. */

export const BLOCKS = [
  'summary',
  'results_chart',
  'sections_chart',
  'requirements',
  'action_plan',
  'applicability',
  'evidence',
]

export interface Marks {
  /** The list that they belong to; empty where they can stand anywhere. */
  lists: string[]
  names: string[]
  /** Lists inside of the list. */
  inner?: string[]
}

const of = (what: string, ...names: string[]) => names.map(name => `${what}.${name}`)

export const MARKS: Marks[] = [
  {
    lists: [],
    names: [
      ...of(
        'audit',
        'name',
        'ref_id',
        'description',
        'framework',
        'domain',
        'perimeter',
        'status',
        'authors',
      ),
      ...of('audit', 'reviewers', 'due_date', 'observation', 'progress', 'score', 'documentation_score'),
      ...of('audit', 'maturity', 'target'),
      ...of('report', 'date'),
      ...of('count', 'requirements', 'compliant', 'partially_compliant', 'non_compliant', 'not_assessed'),
      ...of('count', 'not_applicable', 'controls', 'evidence'),
      ...of('plan', 'annual_cost'),
    ],
  },
  { lists: ['sections'], names: ['title', 'ref_id', 'name', 'description'], inner: ['requirements'] },
  {
    lists: ['requirements', 'applicability'],
    names: [
      ...['ref_id', 'name', 'title', 'description', 'section', 'result', 'extended_result', 'status'],
      ...['score', 'documentation_score', 'observation', 'control_names', 'evidence_names', 'stale'],
      ...['applicable', 'justification', 'risks'],
    ],
    inner: ['answers'],
  },
  {
    lists: ['controls'],
    names: [
      ...['ref_id', 'name', 'title', 'description', 'status', 'category', 'csf_function', 'priority'],
      ...['eta', 'expiry_date', 'effort', 'impact', 'annual_cost', 'owner', 'requirement_refs'],
      ...['evidence_names'],
    ],
  },
  {
    lists: ['evidence'],
    names: ['name', 'status', 'expiry_date', 'files', 'link', 'requirement_refs'],
  },
]
