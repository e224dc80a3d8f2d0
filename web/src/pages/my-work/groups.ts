/** Work by date: overdue, this week, later. */
import { daysLeft } from '../due/days'
import type { Work } from './work'

export const GROUPS = ['overdue', 'week', 'later', 'undated'] as const
export type GroupName = (typeof GROUPS)[number]

export function groupOf(item: Work, today: string): GroupName {
  if (!item.day) return 'undated'
  const left = daysLeft(item.day, today)
  return left < 0 ? 'overdue' : left < 7 ? 'week' : 'later'
}

/** Only groups with items, the most urgent first. */
export function grouped(items: Work[], today: string): { name: GroupName; items: Work[] }[] {
  const all = GROUPS.map(name => ({ name, items: items.filter(item => groupOf(item, today) === name) }))
  return all.filter(group => group.items.length > 0)
}
