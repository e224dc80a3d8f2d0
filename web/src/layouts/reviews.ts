/** A findings review: how far its findings are remediated, and which are the worst. */
import { CircleCheck, Play, Plus, Send } from 'lucide-react'
import type { Row } from '@/api/model'
import type { Layout, Step } from './layout'

const to = (label: string, icon: Step['icon'], status: string): Step => ({
  label,
  icon,
  deed: { set: 'status', to: status },
})
const addFinding: Step = {
  label: 'layouts.reviews.addFinding',
  icon: Plus,
  deed: { create: 'findings.findings_assessment' },
}
const isDone = (row: Row) => row.status === 'done' || row.status === 'deprecated'

export const reviews: Layout = {
  facts: ['status', 'authors', 'due_date', 'category', 'treatment_progress'],
  settled: isDone,
  next: ({ row }) => {
    if (isDone(row) || row.is_locked === true) return {}
    if (row.status === 'in_review') return { first: to('layouts.reviews.finish', CircleCheck, 'done') }
    if (row.status === 'in_progress')
      return { first: addFinding, second: to('layouts.reviews.send', Send, 'in_review') }
    return { first: to('layouts.reviews.start', Play, 'in_progress'), second: addFinding }
  },
  lists: [
    {
      related: 'findings.findings_assessment',
      title: 'layouts.findings.title',
      empty: 'layouts.reviews.noFindings',
      show: ['status', 'severity'],
      ordering: '-severity',
    },
    {
      related: 'evidences',
      title: 'layouts.evidence.title',
      empty: 'layouts.reviews.noEvidence',
      show: ['status', 'expiry_date'],
    },
  ],
  properties: ['ref_id', 'folder', 'perimeter', 'version', 'reviewers', 'reported_at', 'eta'],
  tabs: ['findings.findings_assessment', 'evidences'],
  without: ['findings_count'],
}
