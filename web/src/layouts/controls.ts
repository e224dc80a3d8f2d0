/** A control: who rolls it out by when, what it protects, and what proves it. Policies are controls too. */
import { Boxes, CalendarClock, CircleCheck, FileCheck2, Play, TrendingUp } from 'lucide-react'
import { lazy } from 'react'
import type { Row } from '@/api/model'
import { withWords } from '@/i18n/parts'
import { money } from '@/pages/audit/plan/money'
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

interface Cost {
  currency?: string
  /** Years over which the cost to build is spread. */
  amortization_period?: number
  build?: Part
  run?: Part
}

function cost(row: Row): Measures {
  const empty = { title: 'layouts.controls.cost', edit: 'cost', items: [], empty: 'layouts.controls.noCost' }
  const given = row.cost as Cost | null
  if (!given) return empty
  const currency = given.currency ?? ''
  const part = (label: string, { fixed_cost = 0, people_days = 0 }: Part = {}) => ({
    label,
    value: money(fixed_cost, currency),
    more: people_days > 0 ? { text: 'layouts.controls.personDays', count: people_days } : undefined,
  })
  const total = { label: 'layouts.controls.annual', value: money(Number(row.annual_cost ?? 0), currency) }
  return {
    ...empty,
    items: [
      part('layouts.controls.build', given.build),
      part('layouts.controls.run', given.run),
      ...(row.annual_cost ? [total] : []),
    ],
    note: { text: 'layouts.controls.spread', count: given.amortization_period ?? 1 },
  }
}

/** What a control does to the level of a scenario, with the words of risks. */
const reduced = (name: 'ReducedToday' | 'ReducedOnceActive') =>
  lazy(withWords('risk', async () => ({ default: (await import('@/pages/risk/ReducedLevel'))[name] })))

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
        related: 'risk-scenarios.existing_applied_controls',
        title: 'layouts.controls.reduces',
        empty: 'layouts.controls.noRisks',
        show: [],
        view: reduced('ReducedToday'),
        quiet: true,
        ordering: '-current_level',
      },
      {
        related: 'risk-scenarios.applied_controls',
        title: 'layouts.controls.willReduce',
        empty: 'layouts.controls.noRisks',
        show: [],
        view: reduced('ReducedOnceActive'),
        quiet: true,
        ordering: '-current_level',
      },
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
