/** A metric: its values and whether they arrive in time are told by `pages/metrics/Standing`. */
import { UserPlus } from 'lucide-react'
import type { Row } from '@/api/model'
import type { Layout, Step } from './layout'

const isOwned = (row: Row) => Array.isArray(row.owner) && row.owner.length > 0
const assignOwner: Step = { label: 'layouts.assignOwner', icon: UserPlus, deed: { edit: 'owner' } }

export const metrics: Layout = {
  facts: ['status', 'owner', 'collection_frequency'],
  next: ({ row }) => (isOwned(row) ? {} : { second: assignOwner }),
  lists: [],
  properties: [
    'ref_id',
    'folder',
    'metric_definition',
    'target_value',
    'evidences',
    'organisation_objectives',
    'filtering_labels',
  ],
  tabs: ['metrology/custom-metric-samples.metric_instance', 'organisation_objectives'],
  without: ['current_value', 'raw_value', 'unit', 'last_refresh'],
}
