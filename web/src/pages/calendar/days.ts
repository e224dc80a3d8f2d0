/** The days that a view of the calendar shows. */
import { addDays, dayNumber } from '../due/days'

export const VIEWS = ['month', 'week', 'list'] as const
export type View = (typeof VIEWS)[number]

/** Monday is 1 and Sunday 7, as in ISO 8601. */
export const weekdayOf = (day: string) => ((dayNumber(day) + 3) % 7) + 1

type WithWeek = Intl.Locale & { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } }

/** The day on which weeks begin where a language is spoken; Monday if the browser does not know. */
export function firstWeekday(locale: string): number {
  try {
    const known: WithWeek = new Intl.Locale(locale)
    return (known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? 1
  } catch {
    return 1
  }
}

const startOfWeek = (day: string, first: number) => addDays(day, -((weekdayOf(day) - first + 7) % 7))
const startOfMonth = (day: string) => `${day.slice(0, 8)}01`

function addMonths(day: string, count: number): string {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + count
  const month = `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`
  // A shorter month has no such day.
  const last = addDays(addMonth(month), -1)
  const same = `${month}-${day.slice(8, 10)}`
  return same > last ? last : same
}

/** The first day of the month after one such as 2026-03. */
function addMonth(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return number === 12
    ? `${String(year + 1).padStart(4, '0')}-01-01`
    : `${String(year).padStart(4, '0')}-${String(number + 1).padStart(2, '0')}-01`
}

/** The first and last day that a view shows. A month is shown in whole weeks. */
export function spanOf(view: View, day: string, first: number): { start: string; end: string } {
  if (view === 'week') {
    const start = startOfWeek(day, first)
    return { start, end: addDays(start, 6) }
  }
  const start = startOfMonth(day)
  const end = addDays(startOfMonth(addMonths(start, 1)), -1)
  if (view === 'list') return { start, end }
  return { start: startOfWeek(start, first), end: addDays(startOfWeek(end, first), 6) }
}

/** The same day in the next period, or in the one before. */
export const step = (view: View, day: string, by: number) =>
  view === 'week' ? addDays(day, 7 * by) : addMonths(day, by)

export function daysBetween(start: string, end: string): string[] {
  const count = dayNumber(end) - dayNumber(start) + 1
  return Array.from({ length: Math.max(0, count) }, (_, at) => addDays(start, at))
}

/** Where an arrow key leads from a day. */
export function moved(day: string, key: string): string | null {
  const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[key]
  return by === undefined ? null : addDays(day, by)
}

export const isDay = (text: unknown): text is string =>
  typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
