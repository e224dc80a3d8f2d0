/** What deleting many objects would also delete or unlink, and what prevents it, before anyone confirms. */
import { queryOptions } from '@tanstack/react-query'
import { get, type Params } from '@/api/client'
import type { Cascade } from '@/api/objects'

export interface Impact extends Cascade {
  /** How many of the chosen were looked at. */
  looked: number
}

/** As many as the server checks together, so that shared consequences count once. */
const MOST = 5000
/** As many ids as an address has room for. */
const NAMED = 1000

/** `matching` are the parameters of the list, if all that it shows is chosen. */
export function impactQuery(path: string, ids: string[], matching?: Params) {
  const all = matching && ids.length <= MOST ? matching : undefined
  const looked = all ? ids.length : Math.min(ids.length, NAMED)
  const params = all ?? { id: ids.slice(0, NAMED).join(',') }
  return queryOptions({
    queryKey: ['item', path, 'impact', params],
    queryFn: async ({ signal }): Promise<Impact> => ({
      ...(await get<Cascade>(`${path}/cascade-info/`, params, signal)),
      looked,
    }),
    // Requested again each time: nobody agrees to an outdated list of consequences.
    staleTime: 0,
    gcTime: 0,
  })
}

/** Whether a deletion can be undone: nothing else is deleted, and nothing loses its link. */
export function comesBack(impact: Impact, count: number): boolean {
  return impact.deleted.count + impact.affected.count === 0 && impact.looked === count
}
