/** A vulnerability: how bad it is, by when it has to be dealt with, and by what. */
import { CircleCheck, Gauge, Plus, ShieldCheck } from 'lucide-react'
import type { Row } from '@/api/model'
import type { Layout, Step } from './layout'

const OPEN = ['--', 'potential', 'exploitable']
/** Whether it still has to be dealt with. */
export const isOpen = (row: Row) => OPEN.includes(String(row.status))
const isRated = (row: Row) => Number(row.severity ?? -1) >= 0

const rate: Step = { label: 'layouts.vulnerabilities.rate', icon: Gauge, deed: { edit: 'severity' } }
const addControl: Step = {
  label: 'layouts.findings.addControl',
  icon: Plus,
  deed: { edit: 'applied_controls' },
}
const fix: Step = {
  label: 'layouts.vulnerabilities.fix',
  icon: CircleCheck,
  deed: { set: 'status', to: 'fixed' },
}
const mitigate: Step = {
  label: 'layouts.vulnerabilities.mitigate',
  icon: ShieldCheck,
  deed: { set: 'status', to: 'mitigated' },
}

export const vulnerabilities: Layout = {
  facts: ['status', 'severity', 'due_date'],
  settled: row => !isOpen(row),
  next: ({ row, count }) => {
    if (!isOpen(row)) return {}
    if (!isRated(row)) return { first: rate, second: addControl }
    if (count('applied_controls') === 0) return { first: addControl, second: fix }
    return { first: fix, second: mitigate }
  },
  checklist: ({ row, count }) =>
    isOpen(row)
      ? {
          title: 'layouts.findings.stepsLeft',
          steps: [
            { label: 'layouts.vulnerabilities.rated', done: isRated(row) },
            { label: 'layouts.controls.hasDate', done: !!row.due_date },
            { label: 'layouts.findings.hasControl', done: (count('applied_controls') ?? 0) > 0 },
          ],
        }
      : undefined,
  lists: [
    {
      related: 'applied_controls',
      title: 'layouts.findings.remediation',
      empty: 'layouts.vulnerabilities.noControls',
      show: ['status', 'eta'],
      icon: ShieldCheck,
    },
    {
      related: 'assets',
      title: 'layouts.vulnerabilities.affected',
      empty: 'layouts.vulnerabilities.noAssets',
      show: ['type'],
    },
  ],
  properties: ['ref_id', 'folder', 'detected_at', 'published_date', 'eta', 'filtering_labels'],
  tabs: ['applied_controls', 'assets', 'findings', 'security_exceptions'],
  // The due date says it.
  without: ['days_left', 'state'],
}
