/** Work that is put off until a day. Its date stays as it is; it is only out of the way until then. */
import { useInterface } from '@/api/user'
import { addDays, dayNumber, today } from '../due/days'

export type Snoozed = Record<string, string>

export const keyOf = (item: { resource: string; id: string }) => `${item.resource}/${item.id}`

/** Puts something off, or brings it back. Days that have come are forgotten. */
export function snooze(all: Snoozed, key: string, until: string | null, now: string): Snoozed {
  const rest = Object.entries(all).filter(([one, day]) => one !== key && day > now)
  return Object.fromEntries(until && until > now ? [...rest, [key, until]] : rest)
}

/** The first day of the next week; weeks of work begin on Monday everywhere. */
export function nextMonday(now: string): string {
  // 1 January 1970 was a Thursday.
  const weekday = (dayNumber(now) + 3) % 7
  return addDays(now, 7 - weekday)
}

export function useSnoozed() {
  const [ui, change] = useInterface()
  const all = ui.snoozed ?? {}
  const now = today()
  return {
    until: (item: { resource: string; id: string }) => {
      const day = all[keyOf(item)]
      return day && day > now ? day : undefined
    },
    set: (item: { resource: string; id: string }, until: string | null) =>
      change({ snoozed: snooze(all, keyOf(item), until, now) }),
  }
}
