/** How many matches were open, day by day. */
import { addDays, today as dayOf } from '../due/days'

export interface Span {
  opened_at: string
  closed_at: string | null
}

export interface Point {
  day: string
  open: number
}

const DAYS = 90

/** From the first match on, at most three months back, until today. */
export function openByDay(spans: Span[], today: string): Point[] {
  // A match counts on the days at whose end it was open.
  const days = spans.map(one => ({
    opened: dayOf(new Date(one.opened_at)),
    closed: one.closed_at ? dayOf(new Date(one.closed_at)) : null,
  }))
  const first = days.reduce((least, { opened }) => (opened < least ? opened : least), today)
  const earliest = addDays(today, -DAYS)
  const points: Point[] = []
  for (let day = first < earliest ? earliest : first; day <= today; day = addDays(day, 1)) {
    const open = days.filter(({ opened, closed }) => opened <= day && (!closed || closed > day)).length
    points.push({ day, open })
  }
  return points
}

/** The days on which the number changed, newest first. */
export const changed = (points: Point[]): Point[] =>
  points.filter((point, at) => at === 0 || point.open !== points[at - 1]?.open).reverse()
