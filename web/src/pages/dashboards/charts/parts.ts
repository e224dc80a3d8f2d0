/** What a chart shows, in words and colours: the parts of a breakdown or the one number, and where each leads. */
import { useMemo } from 'react'
import { useDomains } from '@/api/domains'
import { field, type Model, useModel } from '@/api/model'
import { formatNumber, formatPercent } from '@/i18n/format'
import { type Labels, useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { levelOf, priorityOf } from '@/resource/value/level'
import { tone } from '@/resource/value/tone'
import type { Point, Shown } from '../api'
import { dashOf, fillsOf } from './fills'

export interface Part {
  key: string
  label: string
  value: number
  points: Point[]
  fill: string
  dash: string
  to?: { path: string; search: Record<string, string> }
}

/** A choice that stands for no value. */
const UNSET = '--'

/** The list behind a part of a breakdown, if there is one. */
function leads(model: Model, root: string, shown: Shown, key: string | null): Part['to'] {
  const { counted, object } = shown
  const resource = counted && model.resources[counted.resource]
  if (!resource || !object || key === null) return undefined
  const by = field(resource, counted.field)
  if (!by?.lookups.includes('exact') || !by.choices?.some(choice => String(choice.key) === key))
    return undefined
  if (shown.resource === 'folders')
    return {
      path: resource.path,
      search: { [by.name]: key, ...(object.id !== root && { domain: object.id }) },
    }
  const whole = resource.fields.find(one => one.kind === 'reference' && one.target === shown.resource)
  return whole && { path: resource.path, search: { [by.name]: key, [whole.name]: object.id } }
}

export function partsOf(shown: Shown, model: Model, labels: Labels, root: string, unset: string): Part[] {
  const resource = shown.counted ? model.resources[shown.counted.resource] : undefined
  const by = resource && shown.counted ? field(resource, shown.counted.field) : undefined
  const known = shown.series.map(series => {
    const choice = by?.choices?.find(one => String(one.key) === series.key)
    const isUnset = series.key === UNSET || series.key === '-1'
    // The server says the words of choices in English.
    const label =
      series.key === UNSET
        ? unset
        : resource && by && choice
          ? labels.choice(resource, by, choice)
          : series.label
    return {
      label,
      color: series.color,
      unset: isUnset,
      level: by && choice && !isUnset ? (levelOf(by, choice) ?? priorityOf(by, choice)) : undefined,
      tone: choice ? tone(choice.key, choice.label) : ('neutral' as const),
    }
  })
  // A single number has the colour of what is measured, not of a state.
  const fills = shown.type === 'breakdown' ? fillsOf(known) : known.map(() => 'var(--accent)')
  return shown.series.map((series, at) => ({
    key: series.key ?? '',
    label: known[at]?.label ?? series.label,
    value: series.value ?? 0,
    points: series.points,
    fill: fills[at] ?? 'var(--accent)',
    dash: dashOf(at),
    to: leads(model, root, shown, series.key),
  }))
}

export function useParts(shown: Shown): Part[] {
  const { t } = useTranslation()
  const model = useModel()
  const labels = useLabels()
  const root = useDomains().uuid
  return useMemo(
    () => partsOf(shown, model, labels, root, t('dashboard.unset')),
    [shown, model, labels, root, t],
  )
}

const round = (value: number) => Math.round(value * 100) / 100

/** Whether the numbers are percentages, whose distances are points. */
export const isPercent = (shown: Pick<Shown, 'type' | 'unit'>) =>
  shown.type === 'percentage' || /^percent(age)?$/i.test(shown.unit ?? '')

/** A value with its unit, or the name of its level. */
export function said(shown: Pick<Shown, 'type' | 'unit' | 'levels' | 'aggregation'>, value: number): string {
  if (shown.aggregation === 'count') return formatNumber(value)
  if (isPercent(shown)) return formatPercent(value, 2)
  const level = Number.isInteger(value) ? shown.levels?.[value - 1] : undefined
  if (level) return level
  const number = formatNumber(round(value))
  return shown.unit ? `${number} ${shown.unit.toLowerCase()}` : number
}

/** A number for an axis: without its unit. */
export function onAxis(shown: Pick<Shown, 'type' | 'levels'>, value: number): string {
  if (shown.type === 'level') return shown.levels?.[value - 1] ?? ''
  return shown.type === 'percentage' ? formatPercent(value) : formatNumber(value)
}

/** In percent of all parts; only everything is 100 and only nothing is 0. */
export function shareOf(part: number, all: number): string {
  if (all <= 0) return formatPercent(0)
  const exact = (part / all) * 100
  const rounded = part > 0 && part < all ? Math.min(99, Math.max(1, Math.round(exact))) : Math.round(exact)
  return formatPercent(rounded)
}
