/** A control: who rolls it out by when, what it protects, and what proves it. Policies are controls too. */
import { Boxes, CalendarClock, CircleCheck, FileCheck2, Play, TrendingUp } from 'lucide-react'
import type { Row } from '@/api/model'
import { formatNumber } from '@/i18n/format'
import type { Layout, Measures, Step } from './layout'
import { assignOwner, hasOwner, uploadEvidence } from './steps'

/** Statuses before a control is active. */
const BEFORE = ['--', 'to_do', 'in_progress', 'on_hold']
const isBefore = (row: Row) => BEFORE.includes(String(row.status))

const start: Step = {
  label: 'layouts.controls.start',
  icon: Play,
  deed: { set: 'status', to: 'in_progress' },
}
const activate: Step = {
  label: 'layouts.controls.activate',
  icon: CircleCheck,
  deed: { set: 'status', to: 'active' },
}
const schedule: Step = { label: 'layouts.controls.schedule', icon: CalendarClock, deed: { edit: 'eta' } }
const progress: Step = {
  label: 'layouts.controls.progress',
  icon: TrendingUp,
  deed: { edit: 'progress_field' },
}
const review: Step = {
  label: 'layouts.controls.review',
  icon: CalendarClock,
  deed: { edit: 'expiry_date' },
}

interface Part {
  fixed_cost?: number
  people_days?: number
}

function cost(row: Row): Measures | undefined {
  const given = row.cost as { currency?: string; build?: Part; run?: Part } | null
  if (!given) return undefined
  const money = (amount: number) => `${formatNumber(amount)} ${given.currency ?? ''}`.trim()
  const days = (given.build?.people_days ?? 0) + (given.run?.people_days ?? 0)
  const items = [
    { label: 'layouts.controls.build', value: money(given.build?.fixed_cost ?? 0) },
    { label: 'layouts.controls.run', value: money(given.run?.fixed_cost ?? 0) },
    { label: 'layouts.controls.days', value: formatNumber(days) },
  ]
  if (row.annual_cost_display)
    items.push({ label: 'layouts.controls.annual', value: String(row.annual_cost_display) })
  return { title: 'layouts.controls.cost', edit: 'cost', items }
}

export const controls: Layout = {
  facts: ['status', 'owner', 'eta', 'priority', 'progress_field'],
  settled: row => !isBefore(row),
  next: ({ row, count, today }) => {
    if (row.status === 'deprecated') return {}
    if (!hasOwner(row)) return { first: assignOwner, second: uploadEvidence }
    if (row.status === '--' || row.status === 'to_do') return { first: start, second: uploadEvidence }
    const unproven = count('evidences') === 0
    if (isBefore(row)) {
      const missing = !row.eta
        ? schedule
        : unproven
          ? uploadEvidence
          : Number(row.progress_field) < 100
            ? progress
            : undefined
      return missing ? { first: missing, second: activate } : { first: activate, second: uploadEvidence }
    }
    if (row.status === 'degraded' && !unproven) return { first: activate, second: uploadEvidence }
    if (!unproven && typeof row.expiry_date === 'string' && row.expiry_date < today)
      return { first: review, second: uploadEvidence }
    return { first: uploadEvidence }
  },
  checklist: ({ row, count }) =>
    isBefore(row)
      ? {
          title: 'layouts.controls.stepsLeft',
          steps: [
            { label: 'layouts.controls.hasOwner', done: hasOwner(row) },
            { label: 'layouts.controls.hasDate', done: !!row.eta },
            { label: 'layouts.controls.rolledOut', done: Number(row.progress_field) >= 100 },
            { label: 'layouts.controls.hasEvidence', done: (count('evidences') ?? 0) > 0 },
          ],
        }
      : undefined,
  meaning: {
    title: 'layouts.controls.protects',
    lists: [
      {
        related: 'assets',
        title: 'layouts.assets.title',
        empty: 'layouts.controls.noAssets',
        show: ['type'],
        icon: Boxes,
      },
      {
        related: 'findings',
        title: 'layouts.findings.title',
        empty: 'layouts.controls.noFindings',
        show: ['status', 'severity'],
        ordering: '-severity',
      },
    ],
  },
  lists: [
    {
      related: 'evidences',
      title: 'layouts.evidence.title',
      empty: 'layouts.controls.noEvidence',
      show: ['status', 'expiry_date'],
      icon: FileCheck2,
    },
  ],
  measures: cost,
  properties: [
    'ref_id',
    'folder',
    'category',
    'csf_function',
    'start_date',
    'expiry_date',
    'effort',
    'control_impact',
    'link',
    'filtering_labels',
  ],
  tabs: ['evidences', 'assets', 'findings'],
  without: [
    'cost',
    'annual_cost',
    'annual_cost_display',
    'currency',
    'ranking_score',
    'state',
    'findings_count',
    'is_assigned',
    'linked_models',
  ],
}
