/** Requirements that someone has to answer. What happened to it is in its history. */
import type { Layout } from './layout'

export const assignments: Layout = {
  partOf: 'compliance_assessment',
  facts: ['status', 'actor'],
  properties: ['compliance_assessment', 'folder'],
  without: ['events'],
}
