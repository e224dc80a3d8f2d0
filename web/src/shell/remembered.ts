/**
 * What this browser remembers about how someone works: recent pages, and what they use often. It changes
 * with every page, so it is not a preference, each change of which the server journals. It is deleted on
 * sign-out.
 */
import { useCallback, useSyncExternalStore } from 'react'
import { useUser } from '@/api/user'

export interface Visit {
  to: string
  title: string
}

interface Use {
  times: number
  /** When it was last, in days since 1970. */
  day: number
}

interface Remembered {
  recent: Visit[]
  uses: Record<string, Use>
  /** The module that is open, empty when all are closed; and the one that the person was in then. */
  open?: { module: string; from: string }
}

const START = 'cairn.remembered.'
const KEPT = 12
const COUNTED = 80
const NOTHING: Remembered = { recent: [], uses: {} }

const known = new Map<string, Remembered>()
const listeners = new Set<() => void>()

function read(who: string): Remembered {
  const found = known.get(who)
  if (found) return found
  let value = NOTHING
  try {
    value = { ...NOTHING, ...JSON.parse(localStorage.getItem(START + who) ?? '{}') }
  } catch {
    // Unreadable data counts as none.
  }
  known.set(who, value)
  return value
}

function write(who: string, value: Remembered) {
  known.set(who, value)
  try {
    localStorage.setItem(START + who, JSON.stringify(value))
  } catch {
    // If storage is full or blocked, it is kept for this page only.
  }
  for (const changed of listeners) changed()
}

function subscribe(changed: () => void) {
  listeners.add(changed)
  return () => void listeners.delete(changed)
}

/** Forgets everyone who worked in this browser. */
export function forgetRemembered() {
  known.clear()
  for (const key of Object.keys(localStorage)) if (key.startsWith(START)) localStorage.removeItem(key)
}

/** The last visited comes first, each once. */
export function visited(recent: Visit[], visit: Visit): Visit[] {
  return [visit, ...recent.filter(one => one.to !== visit.to)].slice(0, KEPT)
}

/** Counts a use; rarely used entries are dropped, except for the latest. */
export function used(uses: Record<string, Use>, key: string, day: number): Record<string, Use> {
  const next = { ...uses, [key]: { times: (uses[key]?.times ?? 0) + 1, day } }
  const kept = Object.entries(next).sort(([, a], [, b]) => weight(b, day) - weight(a, day))
  return Object.fromEntries(kept.slice(0, COUNTED))
}

/** How much something is used: every week without use halves it. */
export const weight = (use: Use | undefined, day: number) =>
  use ? use.times * 0.5 ** (Math.max(0, day - use.day) / 7) : 0

export const dayNow = () => Math.floor(Date.now() / 86_400_000)

export function useRemembered() {
  const who = useUser().id
  const value = useSyncExternalStore(subscribe, () => read(who))
  const visit = useCallback(
    (to: string, title: string) => {
      const now = read(who)
      const [last] = now.recent
      if (last?.to === to && last.title === title) return
      write(who, {
        ...now,
        recent: visited(now.recent, { to, title }),
        uses: last?.to === to ? now.uses : used(now.uses, to, dayNow()),
      })
    },
    [who],
  )
  const use = useCallback(
    (key: string) => write(who, { ...read(who), uses: used(read(who).uses, key, dayNow()) }),
    [who],
  )
  const setOpen = useCallback(
    (module: string, from: string) => write(who, { ...read(who), open: { module, from } }),
    [who],
  )
  return { ...value, visit, use, setOpen }
}
