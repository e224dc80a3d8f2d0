/** Work by date: overdue, today, this week, later. */
import { daysLeft } from '../due/days'
import type { Work } from './work'

export const GROUPS = ['overdue', 'today', 'week', 'later', 'undated'] as const
export type GroupName = (typeof GROUPS)[number]

export function groupOf(item: Work, today: string): GroupName {
  if (!item.day) return 'undated'
  const left = daysLeft(item.day, today)
  if (left < 0) return 'overdue'
  return left === 0 ? 'today' : left < 7 ? 'week' : 'later'
}

/** Only groups with items, the most urgent first. */
export function grouped(items: Work[], today: string): { name: GroupName; items: Work[] }[] {
  const all = GROUPS.map(name => ({ name, items: items.filter(item => groupOf(item, today) === name) }))
  return all.filter(group => group.items.length > 0)
}

/** The next days, each with what is due on it. */
export function days(items: Work[], today: string, dayAfter: (day: string) => string, count: number) {
  const all: { day: string; items: Work[] }[] = []
  for (let day = today; all.length < count; day = dayAfter(day))
    all.push({ day, items: items.filter(item => item.day === day) })
  return all
}
