/** A metric: what its values mean, when the next is expected, and its values as a chart takes them. */
import type { Row } from '@/api/model'
import type { Ref, Shown } from '../dashboards/api'
import { today } from '../due/days'

export const SAMPLES = 'metrology/custom-metric-samples'

interface Level {
  name: string
  translations?: Record<string, Record<string, string>>
}

export interface Metric extends Row {
  name: string
  folder: Ref
  status: string
  target_value: number | string | null
  collection_frequency: string | null
  last_refresh: string | null
  metric_definition: Ref & {
    category: string
    unit: string | null
    choices_definition: Level[]
    higher_is_better: boolean
  }
}

export interface Sample extends Row {
  timestamp: string
  raw_value: number | null
  display_value: string | null
  observation: string | null
}

/** The names of the levels, the lowest first; null for a number. */
export function levelsOf(metric: Metric, language: string): string[] | null {
  const { category, choices_definition: levels } = metric.metric_definition
  if (category !== 'qualitative') return null
  return (levels ?? []).map(level => level.translations?.[language]?.name || level.name)
}

/** In months or days; what is measured all the time has no day on which it is expected. */
const FREQUENCIES: Record<string, { days?: number; months?: number }> = {
  daily: { days: 1 },
  weekly: { days: 7 },
  monthly: { months: 1 },
  quarterly: { months: 3 },
  yearly: { months: 12 },
}

/** The day on which the next value is expected. A month after the 31st is the last day of a shorter one. */
export function expectedOn(last: string, frequency: string | null): string | null {
  const every = FREQUENCIES[frequency ?? '']
  if (!every) return null
  const [year = 0, month = 1, date = 1] = today(new Date(last)).split('-').map(Number)
  const months = every.months ?? 0
  const lastDate = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  const day = new Date(Date.UTC(year, month - 1 + months, months ? Math.min(date, lastDate) : date))
  day.setUTCDate(day.getUTCDate() + (every.days ?? 0))
  return day.toISOString().slice(0, 10)
}

/** Its values, newest first, as a chart takes them. */
export function shownOf(metric: Metric, samples: Sample[], language: string): Shown {
  const points = samples
    .filter(sample => sample.raw_value !== null)
    .map(sample => ({
      date: today(new Date(sample.timestamp)),
      at: sample.timestamp,
      value: sample.raw_value as number,
      rebuilt: false,
    }))
    .reverse()
  const levels = levelsOf(metric, language)
  const value = points.at(-1)?.value ?? null
  return {
    widget: metric.id,
    kind: 'custom',
    state: points.length > 0 ? 'ok' : 'empty',
    title: metric.name,
    chart_type: 'line',
    aggregation: 'none',
    time_range: 'all_time',
    start: points[0]?.date ?? null,
    end: points.at(-1)?.date ?? today(),
    resource: 'metrology/metric-instances',
    object: { id: metric.id, str: metric.name },
    metric_key: null,
    counted: null,
    type: levels ? 'level' : 'number',
    unit: metric.metric_definition.unit,
    target: metric.target_value === null ? null : Number(metric.target_value),
    higher_is_better: metric.metric_definition.higher_is_better,
    levels,
    value,
    previous: points[0]?.value ?? null,
    series: [{ key: null, label: metric.name, color: null, value, points }],
    text: null,
  }
}
