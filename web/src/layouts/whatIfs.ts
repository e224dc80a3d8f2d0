/** A what-if, on the page that compares it with the present: that tells its steps and who sees it. */
import type { Layout } from './layout'

export const whatIfs: Layout = {
  facts: ['status', 'author'],
  settled: () => true,
  properties: ['author', 'folder', 'closed_by', 'closed_at'],
  lists: [],
  without: ['step_count', 'is_shared', 'author_label', 'closed_by_label', 'is_mine', 'fingerprint', 'steps'],
}
