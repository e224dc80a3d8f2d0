/** The numbers of a person, a team or a domain, and the lists behind them. */
export interface Load {
  id: string
  str: string
  open: number
  due: number
  overdue: number
}

export const PARTS = ['overdue', 'due', 'open'] as const
export type Part = (typeof PARTS)[number]

/** The filters of the occurrences that a number counts. */
export function listOf(part: Part, by: string, id: string, until: string): Record<string, string> {
  const open = { [by]: id, status__in: 'pending,in_progress', ordering: 'due_date' }
  if (part === 'overdue') return { ...open, past: 'true' }
  return { ...open, ...(part === 'due' && { past: 'false' }), due_date__lte: until }
}

/** Shares of a bar that is as long as the largest number, in percent. */
export function sharesOf(load: Load, most: number): { overdue: number; due: number } {
  const share = (count: number) => (most > 0 ? Math.round((count / most) * 1000) / 10 : 0)
  return { overdue: share(load.overdue), due: share(load.due) }
}
