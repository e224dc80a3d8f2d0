/** Everything with a date that the person may see. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { get } from '@/api/client'
import { useWithin } from '@/api/domains'

export interface Entry {
  date: string
  resource: string
  field: string
  /** What has to be done by then, in the reader's language. */
  label: string
  id: string
  str: string
  folder: string
  is_overdue: boolean
}

interface Answer {
  entries: Entry[]
  is_cut: boolean
}

/** An occurrence has its day in its name, which the calendar says anyway. */
export const undated = (entry: Entry): Entry => ({ ...entry, str: entry.str.replace(` (${entry.date})`, '') })

export function useEntries(start: string, end: string) {
  const within = useWithin()
  const params = { ...within, start, end }
  return useQuery({
    queryKey: ['list', 'folders', 'calendar', params],
    queryFn: async ({ signal }) => {
      const { entries, is_cut } = await get<Answer>('folders/calendar/', params, signal)
      return { entries: entries.map(undated), is_cut }
    },
    staleTime: 15_000,
    placeholderData: keepPreviousData,
  })
}

/** How many of each kind there are, the most frequent first. */
export function kindsOf(entries: Entry[]): { kind: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const entry of entries) counts.set(entry.resource, (counts.get(entry.resource) ?? 0) + 1)
  const all = [...counts].map(([kind, count]) => ({ kind, count }))
  return all.sort((a, b) => b.count - a.count || a.kind.localeCompare(b.kind))
}

/** By day, what is overdue first. */
export function byDay(entries: Entry[]): Map<string, Entry[]> {
  const days = new Map<string, Entry[]>()
  for (const entry of entries) days.set(entry.date, [...(days.get(entry.date) ?? []), entry])
  return days
}

/** “Task due.” is a sentence where it stands alone. */
export const told = (label: string) => label.replace(/\.$/, '')
