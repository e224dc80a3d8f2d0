/** Days of the calendar, which have no time zone: “2026-03-01”. */
import { viewedTime } from '@/api/past'

const DAY = 86_400_000

/** Today where the person is, or the day that they look back at. */
export function today(now = viewedTime()): string {
  const pad = (number: number) => String(number).padStart(2, '0')
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`
}

/** The number of a day, so that days can be subtracted. */
export function dayNumber(day: string): number {
  return Math.round(Date.parse(`${day.slice(0, 10)}T00:00:00Z`) / DAY)
}

export function dayOf(number: number): string {
  return new Date(number * DAY).toISOString().slice(0, 10)
}

export function addDays(day: string, count: number): string {
  return dayOf(dayNumber(day) + count)
}

/** How many days are left; negative when the day has passed. */
export function daysLeft(day: string, from = today()): number {
  return dayNumber(day) - dayNumber(from)
}
