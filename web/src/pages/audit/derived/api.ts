import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { get } from '@/api/client'
import { useModel } from '@/api/model'
import { mappingSetsQuery } from '../../framework/api'
import { frameworksQuery } from '../../library/api'
import { AUDITS, type Audit } from '../api'
import { type Derived, reachable } from './model'

/** What the audit says about a framework. It is worked out anew each time, so nothing can be out of date. */
export const derivedQuery = (audit: string, framework: string) =>
  queryOptions({
    queryKey: ['item', AUDITS, audit, 'derived', framework],
    queryFn: ({ signal }) => get<Derived>(`${AUDITS}/${audit}/derived/`, { framework }, signal),
    staleTime: 30_000,
    // A way that is too long is refused each time.
    retry: false,
  })

/** The frameworks that the audit says something about. */
export function useOthers(audit: Audit, enabled: boolean) {
  const model = useModel()
  const known = 'requirement-mapping-sets' in model.resources && 'frameworks' in model.resources
  const sets = useQuery({ ...mappingSetsQuery, enabled: enabled && known }).data
  const any = (sets?.length ?? 0) > 0
  const loaded = useQuery({ ...frameworksQuery, enabled: any }).data
  return useMemo(() => {
    const own = loaded?.find(one => one.id === audit.framework.id)
    return sets && loaded && own ? reachable(own.urn, sets, loaded) : []
  }, [sets, loaded, audit.framework.id])
}
