/** An incident: how severe it is, what happened when, and what was done about it. */
import { CircleCheck, Play, ShieldCheck, UserPlus } from 'lucide-react'
import type { Row } from '@/api/model'
import type { Layout, Step } from './layout'

const isOwned = (row: Row) => Array.isArray(row.owners) && row.owners.length > 0

const to = (label: string, icon: Step['icon'], status: string): Step => ({
  label,
  icon,
  deed: { set: 'status', to: status },
})
const start = to('layouts.incidents.start', Play, 'ongoing')
const resolve = to('layouts.findings.resolve', CircleCheck, 'resolved')
const close = to('layouts.incidents.close', CircleCheck, 'closed')
const assignOwner: Step = { label: 'layouts.assignOwner', icon: UserPlus, deed: { edit: 'owners' } }
export const incidents: Layout = {
  facts: ['status', 'severity', 'owners', 'reported_at'],
  settled: () => true,
  next: ({ row }) => {
    if (row.status === 'closed' || row.status === 'dismissed') return {}
    if (row.status === 'resolved') return { first: close }
    const on = row.status === 'new' ? start : resolve
    return isOwned(row) ? { first: on } : { first: assignOwner, second: on }
  },
  lists: [
    {
      related: 'assets',
      title: 'layouts.vulnerabilities.affected',
      empty: 'layouts.incidents.noAssets',
      show: ['type'],
    },
    {
      related: 'applied_controls',
      title: 'layouts.incidents.response',
      empty: 'layouts.incidents.noControls',
      show: ['status', 'eta'],
      icon: ShieldCheck,
    },
  ],
  properties: [
    'ref_id',
    'folder',
    'detection',
    'occurred_at',
    'reported_at',
    'resolved_at',
    'is_bcp_activated',
    'qualifications',
    'filtering_labels',
    'link',
  ],
  // `pages/incident/Timeline` shows what happened.
  tabs: ['assets', 'applied_controls', 'threats'],
}
