/** What the page of an audit asks for before its script has come. It is part of the start, so nothing else is here. */
import { queryOptions } from '@tanstack/react-query'
import { get, mayBeSignedIn } from '@/api/client'
import { itemQuery } from '@/api/objects'
import { queryClient } from '@/api/query'
import type { Tree } from './model/tree'

export const AUDITS = 'compliance-assessments'

export const treeQuery = (id: string) =>
  queryOptions({
    queryKey: ['item', AUDITS, id, 'tree'],
    queryFn: ({ signal }) => get<Tree>(`${AUDITS}/${id}/tree/`, undefined, signal),
    staleTime: 30_000,
  })

export function ahead(id: string) {
  if (!mayBeSignedIn()) return
  void queryClient.prefetchQuery(itemQuery(AUDITS, id))
  void queryClient.prefetchQuery(treeQuery(id))
}
