/** A piece of evidence: the file itself is the page, then what it proves. `pages/evidence` draws the file. */
import { Bug, CircleCheck, ClipboardList, Send, ShieldCheck, Upload, UserPlus, X } from 'lucide-react'
import type { Layout, Step } from './layout'
import { hasOwner } from './steps'

/** Of the place for files on the page. */
export const FILES = 'evidence-files'

const upload: Step = { label: 'layouts.evidence.upload', icon: Upload, deed: { choose: FILES } }
const renew: Step = { label: 'layouts.evidence.renew', icon: Upload, deed: { choose: FILES } }
const send: Step = {
  label: 'layouts.evidence.send',
  icon: Send,
  deed: { set: 'status', to: 'in_review' },
}
const approve: Step = {
  label: 'layouts.evidence.approve',
  icon: CircleCheck,
  deed: { set: 'status', to: 'approved' },
}
const reject: Step = {
  label: 'layouts.evidence.reject',
  icon: X,
  deed: { set: 'status', to: 'rejected' },
}
const assign: Step = { label: 'layouts.assignOwner', icon: UserPlus, deed: { edit: 'owner' } }

export const evidence: Layout = {
  facts: ['status', 'owner', 'expiry_date'],
  next: ({ row, today }) => {
    const attached = Array.isArray(row.attachments) && row.attachments.length > 0
    if (!attached && !row.link) return { first: upload, second: hasOwner(row) ? undefined : assign }
    const expired = typeof row.expiry_date === 'string' && row.expiry_date < today
    if (expired || row.status === 'expired' || row.status === 'rejected') return { first: renew }
    if (row.status === 'in_review') return { first: approve, second: reject }
    if (row.status === 'draft' || row.status === 'missing') return { first: send }
    return hasOwner(row) ? { first: renew } : { first: assign, second: renew }
  },
  meaning: {
    title: 'layouts.evidence.proves',
    lists: [
      {
        related: 'applied_controls',
        title: 'layouts.controls.title',
        empty: 'layouts.evidence.noControls',
        show: ['status'],
        icon: ShieldCheck,
      },
      {
        related: 'findings',
        title: 'layouts.findings.title',
        empty: 'layouts.evidence.noFindings',
        show: ['status', 'severity'],
        icon: Bug,
        ordering: '-severity',
      },
    ],
  },
  lists: [
    {
      related: 'findings_assessments',
      title: 'layouts.reviews.title',
      empty: 'layouts.evidence.noReviews',
      show: ['status'],
      icon: ClipboardList,
    },
  ],
  properties: ['folder', 'link', 'filtering_labels'],
  tabs: ['applied_controls', 'findings', 'findings_assessments'],
  without: ['attachment', 'attachments', 'size', 'revisions_count', 'latest_revision', 'approvals'],
}
