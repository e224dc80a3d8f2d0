/** What deleting many objects takes along, loosens or is held up by, before anyone agrees to it. */
import { queryOptions } from '@tanstack/react-query'
import { get, type Params } from '@/api/client'
import type { Cascade } from '@/api/objects'

export interface Impact extends Cascade {
  /** How many of the chosen were looked at. */
  looked: number
}

/** As many as the server looks at together, so that what several of them reach counts once. */
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
    // Asked anew each time: nobody agrees to what went along a while ago.
    staleTime: 0,
    gcTime: 0,
  })
}

/** Whether the chosen come back as they were: nothing else goes with them, and nothing loses its link to them. */
export function comesBack(impact: Impact, count: number): boolean {
  return impact.deleted.count + impact.affected.count === 0 && impact.looked === count
}
