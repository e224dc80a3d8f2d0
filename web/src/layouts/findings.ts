/** A finding: how bad it is, what it threatens, and what is done about it. */
import { Check, CircleCheck, FileCheck2, Play, Plus, ShieldCheck } from 'lucide-react'
import type { Row } from '@/api/model'
import type { Layout, Step } from './layout'
import { assignOwner, hasOwner, uploadEvidence } from './steps'

const OPEN = ['--', 'identified', 'confirmed', 'assigned', 'in_progress']
const isOpen = (row: Row) => OPEN.includes(String(row.status))

const to = (label: string, icon: Step['icon'], status: string): Step => ({
  label,
  icon,
  deed: { set: 'status', to: status },
})
const confirm = to('layouts.findings.confirm', Check, 'confirmed')
const start = to('layouts.findings.start', Play, 'in_progress')
const resolve = to('layouts.findings.resolve', CircleCheck, 'resolved')
const close = to('layouts.findings.close', CircleCheck, 'closed')
const addControl: Step = {
  label: 'layouts.findings.addControl',
  icon: Plus,
  deed: { edit: 'applied_controls' },
}

export const findings: Layout = {
  facts: ['status', 'severity', 'owner', 'due_date', 'priority'],
  settled: row => !isOpen(row),
  next: ({ row, count }) => {
    if (row.status === 'closed' || row.status === 'dismissed' || row.status === 'deprecated') return {}
    if (!isOpen(row)) return { first: close, second: uploadEvidence }
    if (!hasOwner(row)) return { first: assignOwner, second: addControl }
    if (row.status === '--' || row.status === 'identified') return { first: confirm, second: addControl }
    if (count('applied_controls') === 0) return { first: addControl, second: resolve }
    if (row.status !== 'in_progress') return { first: start, second: uploadEvidence }
    return { first: resolve, second: uploadEvidence }
  },
  checklist: ({ row, count }) =>
    isOpen(row)
      ? {
          title: 'layouts.findings.stepsLeft',
          steps: [
            { label: 'layouts.findings.confirmed', done: row.status !== '--' && row.status !== 'identified' },
            { label: 'layouts.controls.hasOwner', done: hasOwner(row) },
            { label: 'layouts.controls.hasDate', done: !!row.due_date },
            { label: 'layouts.findings.hasControl', done: (count('applied_controls') ?? 0) > 0 },
          ],
        }
      : undefined,
  lists: [
    {
      related: 'applied_controls',
      title: 'layouts.findings.remediation',
      empty: 'layouts.findings.noControls',
      show: ['status', 'eta'],
      icon: ShieldCheck,
    },
    {
      related: 'evidences',
      title: 'layouts.evidence.title',
      empty: 'layouts.findings.noEvidence',
      show: ['status', 'expiry_date'],
      icon: FileCheck2,
    },
  ],
  properties: ['ref_id', 'findings_assessment', 'perimeter', 'folder', 'eta', 'filtering_labels'],
  tabs: ['applied_controls', 'evidences'],
  // `pages/findings/Threatens` draws it, with what depends on it.
  without: ['asset'],
}
