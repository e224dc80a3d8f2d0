/** How much of the time for a vulnerability has passed. */
import type { Row } from '@/api/model'
import { daysLeft } from '../due/days'

export interface Countdown {
  due: string
  /** Negative once it is late. */
  left: number
  /** Since when the days count, where that is known. */
  since?: { field: 'detected_at' | 'published_date'; day: string; days: number }
  /** How much of the time has passed, from 0 to 1. */
  share?: number
}

const day = (value: unknown) => (typeof value === 'string' && value ? value : undefined)

/** None for a vulnerability that is dealt with or has no due date. */
export function countdownOf(row: Row, open: boolean, today: string): Countdown | null {
  const due = day(row.due_date)
  if (!due || !open) return null
  const left = daysLeft(due, today)
  for (const field of ['detected_at', 'published_date'] as const) {
    const start = day(row[field])
    const days = start ? daysLeft(due, start) : 0
    if (start && days > 0)
      return {
        due,
        left,
        since: { field, day: start, days },
        share: Math.max(0, Math.min(1, (days - left) / days)),
      }
  }
  return { due, left }
}
