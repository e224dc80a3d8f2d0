/** Dates, numbers and sizes in the person's language. */
import i18next from 'i18next'

/**
 * The browser's own region if it matches the chosen language: 8 Mar 2027 in Britain, Mar 8, 2027 in
 * America.
 */
const region = (language: string) =>
  navigator.languages?.find(one => one.slice(0, 2) === language) ?? language

/** The language of the interface, with the reader's region. */
export const locale = () => region(i18next.language)

const cache = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat | Intl.RelativeTimeFormat>()
function kept<T extends Intl.DateTimeFormat | Intl.NumberFormat | Intl.RelativeTimeFormat>(
  key: string,
  make: (lang: string) => T,
): T {
  const full = `${i18next.language}:${key}`
  if (!cache.has(full)) cache.set(full, make(region(i18next.language)))
  return cache.get(full) as T
}

/** A day, such as 2026-03-01, which has no time zone. */
export function formatDate(day: string): string {
  const [year, month, date] = day.slice(0, 10).split('-').map(Number)
  const at = new Date(year ?? 0, (month ?? 1) - 1, date ?? 1)
  return kept('date', lang => new Intl.DateTimeFormat(lang, { dateStyle: 'medium' })).format(at)
}

/** A day as people say it: “18 Nov”, with the year if it is not this one. */
export function formatShortDay(day: string, now = new Date()): string {
  const [year, month, date] = day.slice(0, 10).split('-').map(Number)
  const at = new Date(year ?? 0, (month ?? 1) - 1, date ?? 1)
  const short = { day: 'numeric', month: 'short' } as const
  return at.getFullYear() === now.getFullYear()
    ? kept('short', lang => new Intl.DateTimeFormat(lang, short)).format(at)
    : kept('shortYear', lang => new Intl.DateTimeFormat(lang, { ...short, year: 'numeric' })).format(at)
}

/** The short name of a day of the week: “Mon”. */
export function formatWeekday(day: string): string {
  const [year, month, date] = day.slice(0, 10).split('-').map(Number)
  const at = new Date(year ?? 0, (month ?? 1) - 1, date ?? 1)
  return kept('weekday', lang => new Intl.DateTimeFormat(lang, { weekday: 'short' })).format(at)
}

/** The month of a day: “Nov”, with the year where a new one begins. */
export function formatMonth(day: string): string {
  const [year, month] = day.split('-').map(Number)
  const at = new Date(year ?? 0, (month ?? 1) - 1, 1)
  return month === 1
    ? kept('monthYear', lang => new Intl.DateTimeFormat(lang, { month: 'short', year: 'numeric' })).format(at)
    : kept('month', lang => new Intl.DateTimeFormat(lang, { month: 'short' })).format(at)
}

/** The month of a day in full: “November 2026”. */
export function formatMonthYear(day: string): string {
  const [year, month] = day.split('-').map(Number)
  const at = new Date(year ?? 0, (month ?? 1) - 1, 1)
  return kept('fullMonth', lang => new Intl.DateTimeFormat(lang, { month: 'long', year: 'numeric' })).format(
    at,
  )
}

/** A language by its name: “French” for `fr`. */
export function formatLanguage(code: string): string {
  return languageInside(code).replace(/^\p{Ll}/u, letter => letter.toUpperCase())
}

/** The name of a language inside a sentence: French writes it small. */
export function languageInside(code: string): string {
  try {
    const name = new Intl.DisplayNames(region(i18next.language), { type: 'language' }).of(code)
    return name ?? code
  } catch {
    return code
  }
}

/** A share of a hundred, with its sign as the language sets it, and at most so many digits after the point. */
export function formatPercent(percent: number, digits = 0): string {
  const style = { style: 'percent', maximumFractionDigits: digits } as const
  return (kept(`percent${digits}`, lang => new Intl.NumberFormat(lang, style)) as Intl.NumberFormat).format(
    percent / 100,
  )
}

export function formatDateTime(moment: string): string {
  const at = new Date(moment)
  if (Number.isNaN(at.getTime())) return moment
  return kept(
    'moment',
    lang => new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short' }),
  ).format(at)
}

/** A day in full: “Sunday 1 March 2026”. */
export function formatDay(at: number): string {
  return kept('day', lang => new Intl.DateTimeFormat(lang, { dateStyle: 'full' })).format(at)
}

/** The time of day alone. */
export function formatTime(moment: string): string {
  return kept('time', lang => new Intl.DateTimeFormat(lang, { timeStyle: 'short' })).format(new Date(moment))
}

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** How long ago or ahead: “2 days ago”. */
export function formatRelative(moment: string, now = Date.now()): string {
  const seconds = (new Date(moment).getTime() - now) / 1000
  const format = kept('relative', lang => new Intl.RelativeTimeFormat(lang, { numeric: 'auto' }))
  for (const [unit, size] of UNITS) {
    if (Math.abs(seconds) >= size) return format.format(Math.round(seconds / size), unit)
  }
  // What is about to happen is still in the future; what just happened is now.
  return format.format(Math.max(0, Math.round(seconds)), 'second')
}

export function formatNumber(value: number): string {
  return kept('number', lang => new Intl.NumberFormat(lang)).format(value)
}

export function formatSize(bytes: number): string {
  const steps = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
  const step = Math.min(steps.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3))
  const unit = steps[step] ?? 'byte'
  const format = kept(
    unit,
    lang => new Intl.NumberFormat(lang, { style: 'unit', unit, maximumFractionDigits: 1 }),
  )
  return format.format(bytes / 1000 ** step)
}
