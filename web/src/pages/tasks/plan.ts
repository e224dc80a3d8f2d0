/** The control plan without a page: which period is shown, and what a cell says. */
export const GRAINS = ['monthly', 'weekly'] as const
export type Grain = (typeof GRAINS)[number]

export interface Bucket {
  /** Such as 2026-03 or 2026-W09. */
  key: string
  start: string
  end: string
}

export interface Cell {
  status: string | null
  node_ids: string[]
}

/** What a cell shows; `late` is what should have been done by now. */
export type Mark = 'completed' | 'in_progress' | 'pending' | 'late' | 'cancelled'
export const MARKS: readonly Mark[] = ['completed', 'in_progress', 'pending', 'late', 'cancelled']

export function markOf(cell: Cell | undefined, bucket: Bucket, today: string): Mark | null {
  const status = cell?.status
  if (!cell || cell.node_ids.length === 0 || !status) return null
  const isOpen = status === 'pending' || status === 'in_progress'
  return isOpen && bucket.end < today ? 'late' : (status as Mark)
}

/** A month of a year, counted from the year 0. */
export const monthNumber = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1

/** How many months fit side by side: a year, or a quarter by week; on a phone a quarter, or a month by week. */
export const monthsShown = (grain: Grain, narrow: boolean) =>
  grain === 'monthly' ? (narrow ? 3 : 12) : narrow ? 1 : 3

/** The period that a month lies in, as the API takes it. */
export function period(month: number, count: number) {
  const start = month - (((month % 12) + 12) % 12) + Math.floor((((month % 12) + 12) % 12) / count) * count
  const end = start + count - 1
  const parts = (number: number) => ({ year: Math.floor(number / 12), month: (number % 12) + 1 })
  const [from, until] = [parts(start), parts(end)]
  return {
    start,
    params: {
      start_year: from.year,
      start_month: from.month,
      end_year: until.year,
      end_month: until.month,
    },
  }
}

/** The first day of a month. */
export const firstDay = (month: number) =>
  `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-01`

/** The number of an ISO week: 9 for 2026-W09. */
export const weekNumber = (key: string) => Number(key.split('-W')[1])
