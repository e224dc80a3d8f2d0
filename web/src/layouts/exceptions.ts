/** A security exception: what is allowed to depart from the rules, who decided it, and until when. */
import { ArchiveX, Send, ShieldCheck, UserPlus } from 'lucide-react'
import type { Row } from '@/api/model'
import type { Layout, Step } from './layout'

const SETTLED = ['rejected', 'resolved', 'expired', 'deprecated']
const isOwned = (row: Row) => Array.isArray(row.owners) && row.owners.length > 0

const assignOwner: Step = { label: 'layouts.assignOwner', icon: UserPlus, deed: { edit: 'owners' } }
const chooseApprover: Step = {
  label: 'layouts.exceptions.chooseApprover',
  icon: UserPlus,
  deed: { edit: 'approver' },
}
const send: Step = {
  label: 'layouts.evidence.send',
  icon: Send,
  deed: { set: 'status', to: 'in_review' },
}
const end: Step = {
  label: 'layouts.exceptions.end',
  icon: ArchiveX,
  deed: { set: 'status', to: 'resolved' },
}

export const exceptions: Layout = {
  facts: ['status', 'severity', 'owners', 'expiration_date'],
  settled: row => SETTLED.includes(String(row.status)),
  next: ({ row }) => {
    if (row.status === 'approved') return { first: end }
    if (row.status !== 'draft') return {}
    if (!row.approver) return { first: chooseApprover, second: isOwned(row) ? send : assignOwner }
    return isOwned(row) ? { first: send } : { first: assignOwner, second: send }
  },
  checklist: ({ row }) =>
    row.status === 'draft'
      ? {
          title: 'layouts.exceptions.stepsLeft',
          steps: [
            { label: 'layouts.controls.hasOwner', done: isOwned(row) },
            { label: 'layouts.exceptions.hasApprover', done: !!row.approver },
            { label: 'layouts.exceptions.hasEnd', done: !!row.expiration_date },
          ],
        }
      : undefined,
  lists: [
    {
      related: 'applied_controls',
      title: 'layouts.controls.title',
      empty: 'layouts.exceptions.noControls',
      show: ['status'],
      icon: ShieldCheck,
    },
    {
      related: 'assets',
      title: 'layouts.vulnerabilities.affected',
      empty: 'layouts.exceptions.noAssets',
      show: ['type'],
    },
  ],
  properties: ['approver', 'ref_id', 'folder', 'link'],
  tabs: ['applied_controls', 'assets', 'risk_scenarios', 'vulnerabilities', 'evidences'],
  without: ['associated_objects_count'],
}
