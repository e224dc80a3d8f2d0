/** Instants that people ask for, in the calendar of where they are. */

export const CHOICES = ['yesterday', 'week', 'month', 'quarter', 'year'] as const
export type Choice = (typeof CHOICES)[number]

/** The same time a day or a week ago; the first moment of this month, quarter, year. */
export function chosen(choice: Choice, now = new Date()): Date {
  const at = new Date(now)
  if (choice === 'yesterday' || choice === 'week') {
    at.setDate(at.getDate() - (choice === 'week' ? 7 : 1))
    return at
  }
  const month = { month: at.getMonth(), quarter: Math.floor(at.getMonth() / 3) * 3, year: 0 }[choice]
  return new Date(at.getFullYear(), month, 1)
}

export const UNITS = ['hour', 'day', 'week', 'month'] as const
export type Unit = (typeof UNITS)[number]

/** Some steps earlier or later; nothing when that is not in the past any more. */
export function stepped(at: Date, unit: Unit, steps: number, now = new Date()): Date | undefined {
  const next = new Date(at)
  // On the clock on the wall an hour is missing when summer time begins: a step back to it would lead nowhere.
  if (unit === 'hour') next.setTime(next.getTime() + steps * 3_600_000)
  else if (unit === 'month') {
    const day = next.getDate()
    next.setMonth(next.getMonth() + steps, 1)
    // The 31st of a shorter month is its last day.
    next.setDate(Math.min(day, new Date(next.getFullYear(), next.getMonth() + 1, 0).getDate()))
  } else next.setDate(next.getDate() + steps * (unit === 'week' ? 7 : 1))
  return next < now ? next : undefined
}

/** As the address and the API have it: to the second, so that links stay short. */
export function asText(at: Date): string {
  return at.toISOString().replace(/\.\d+Z$/, 'Z')
}

/** As the browser's own control for a time takes it: where the person is, without a zone. */
export function asLocal(at: Date): string {
  const pad = (number: number) => String(number).padStart(2, '0')
  const day = `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`
  return `${day}T${pad(at.getHours())}:${pad(at.getMinutes())}:${pad(at.getSeconds())}`
}
