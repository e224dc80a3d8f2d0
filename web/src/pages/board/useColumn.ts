/** The cards of one column, page by page. */
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { get } from '@/api/client'
import type { Key, Row } from '@/api/model'
import type { Page } from '@/api/objects'
import { groupsQuery } from '@/resource/list/grouping/groups'

const STEP = 40

function columnQuery(path: string, params: Record<string, string>, status: Key, ordering: string) {
  return infiniteQueryOptions({
    queryKey: ['list', path, 'board', params, status, ordering],
    queryFn: ({ signal, pageParam }) =>
      get<Page<Row>>(`${path}/`, { ...params, status, ordering, limit: STEP, offset: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: (last: Page<Row>, all: Page<Row>[]) => (last.next ? all.length * STEP : undefined),
    staleTime: 15_000,
    placeholderData: keepPreviousData,
  })
}

export interface ColumnRows {
  rows: Row[]
  count: number
  pending: boolean
  error: Error | null
  retry: () => void
  /** Loads the next cards; undefined when all are there. */
  more?: () => void
}

export function useColumn(
  path: string,
  params: Record<string, string>,
  status: Key,
  ordering: string,
): ColumnRows {
  const query = useInfiniteQuery(columnQuery(path, params, status, ordering))
  const rows = useMemo(() => query.data?.pages.flatMap(page => page.results) ?? [], [query.data])
  return {
    rows,
    count: query.data?.pages[0]?.count ?? 0,
    pending: query.isPending,
    error: query.data ? null : query.error,
    retry: () => void query.refetch(),
    more: query.hasNextPage && !query.isFetchingNextPage ? () => void query.fetchNextPage() : undefined,
  }
}

/** How many cards each column has, by the status, so that the board has its shape before they come. */
export function useCounts(path: string, params: Record<string, string>) {
  return useQuery({
    ...groupsQuery(path, 'status', params, []),
    select: answer => new Map(answer.groups.map(group => [String(group.key), group.count])),
    placeholderData: keepPreviousData,
  })
}
