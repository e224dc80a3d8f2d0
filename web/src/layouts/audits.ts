/** An audit: who carries it out by when. Its requirements have a page of their own. */
import type { Layout } from './layout'

export const audits: Layout = {
  facts: ['status', 'authors', 'due_date'],
  settled: row => row.status === 'done' || row.status === 'deprecated',
  properties: [
    'ref_id',
    'folder',
    'framework',
    'perimeter',
    'authors',
    'reviewers',
    'due_date',
    'eta',
    'version',
  ],
  without: ['field_visibility', 'scores_definition', 'computed_outcome', 'progress'],
}
