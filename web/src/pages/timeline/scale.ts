/** The period that a timeline shows, and where a day is in it. */
import { dayNumber, dayOf } from '../due/days'

export type Span = 'quarter' | 'year' | 'years'
export const SPANS: Span[] = ['quarter', 'year', 'years']

/** Months that are shown, months of a step, months that lie before today at first. */
const SHAPE: Record<Span, { months: number; step: number; before: number }> = {
  quarter: { months: 3, step: 1, before: 1 },
  year: { months: 12, step: 3, before: 3 },
  years: { months: 36, step: 12, before: 12 },
}

export interface Scale {
  span: Span
  /** The first day, and the one after the last. */
  from: string
  to: string
  /** From 0 at the left edge to 1 at the right; outside of that for days that are not shown. */
  at: (day: string) => number
}

function addMonths(day: string, count: number): string {
  const date = new Date(dayNumber(day) * 86_400_000)
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count, 1)).toISOString().slice(0, 10)
}

/** The first day of the stretch that has today in it. */
export function around(span: Span, today: string): string {
  return addMonths(today, -SHAPE[span].before)
}

export function step(span: Span, from: string, steps: number): string {
  return addMonths(from, SHAPE[span].step * steps)
}

export function scaleOf(span: Span, from: string): Scale {
  const start = addMonths(from, 0)
  const to = addMonths(start, SHAPE[span].months)
  const [first, last] = [dayNumber(start), dayNumber(to)]
  return { span, from: start, to, at: day => (dayNumber(day) - first) / (last - first) }
}

export interface Mark {
  day: string
  at: number
  label: string
  /** Told where it begins; weeks need none. */
  year?: number
}

/** The lines of the scale, with their words: weeks, months or quarters. */
export function marks(scale: Scale, language: string): Mark[] {
  const days: string[] = []
  if (scale.span === 'quarter') {
    const first = dayNumber(scale.from)
    // Day 4 was a Monday.
    const monday = first + ((4 - first) % 7)
    for (let day = monday < first ? monday + 7 : monday; day < dayNumber(scale.to); day += 7)
      days.push(dayOf(day))
  } else {
    const months = scale.span === 'year' ? 1 : 3
    for (let day = scale.from; day < scale.to; day = addMonths(day, months)) days.push(day)
  }
  const options: Intl.DateTimeFormatOptions =
    scale.span === 'quarter' ? { day: 'numeric', month: 'short' } : { month: 'short' }
  const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
  return days.map((day, index) => {
    const date = new Date(`${day}T00:00:00Z`)
    const year =
      scale.span !== 'quarter' && (index === 0 || date.getUTCMonth() < (scale.span === 'year' ? 1 : 3))
    return {
      day,
      at: scale.at(day),
      label: format.format(date),
      year: year ? date.getUTCFullYear() : undefined,
    }
  })
}
