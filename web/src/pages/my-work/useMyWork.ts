/** Everything that is to be done, for the person or for everyone, and what the URL leaves of it. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { allSources, assignedSources, lasting } from './sources'
import { useAssigned, useWhose } from './useWhose'
import { useWork } from './work'

export function useMyWork() {
  const whose = useWhose()
  const assigned = useAssigned(whose.scope !== 'me', whose.mine)
  const sources = !whose.known
    ? []
    : whose.mine
      ? assigned.data
        ? assignedSources(assigned.data.results)
        : []
      : allSources()
  const list = useWork(sources, whose.actors)
  const waits = !whose.known || (whose.mine && assigned.isPending)
  const error = (whose.mine && assigned.error) || list.error
  return {
    ...whose,
    list: { ...list, error, pending: !error && (waits || list.pending) },
    lasting: whose.mine ? lasting(assigned.data?.results ?? []) : [],
    retry: () => {
      if (assigned.error) void assigned.refetch()
      list.retry()
    },
  }
}

interface Narrowing {
  kind?: string
  day?: string
}

/** The kind and the day that are shown alone. */
export function useNarrowing() {
  const { kind, day } = useSearch({ strict: false }) as Narrowing
  const navigate = useNavigate()
  const narrow = (change: Narrowing) =>
    void navigate({
      to: '.',
      search: (now: Record<string, string>) => ({ ...now, ...change }),
      replace: true,
    } as never)
  return { kind, day, narrow }
}
