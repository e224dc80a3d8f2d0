/** Reading and writing objects of any resource. Query keys start with `['list' | 'item', path]`. */
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { get, type Params, request } from './client'
import type { Row } from './model'

export interface Page<T = Row> {
  count: number
  next: string | null
  previous: string | null
  results: T[]
}

export const PAGE_SIZE = 200

export function pageQuery<T = Row>(path: string, params: Params, page = 0, size = PAGE_SIZE) {
  return queryOptions({
    queryKey: ['list', path, params, page, size],
    queryFn: ({ signal }) =>
      get<Page<T>>(`${path}/`, { ...params, limit: size, offset: page * size }, signal),
    staleTime: 15_000,
  })
}

export interface Rows {
  /** As long as the whole list; rows that are not loaded yet are undefined. */
  rows: (Row | undefined)[]
  count: number
  pending: boolean
  stale: boolean
  error: Error | null
  retry: () => void
  /** Reports which rows are on the screen, so that they are loaded. */
  show: (first: number, last: number) => void
}

/** A list of any length, loaded page by page on scroll. */
export function useRows(path: string, params: Params): Rows {
  const [range, setRange] = useState<[number, number]>([0, 0])
  const first = useQuery({ ...pageQuery(path, params), placeholderData: keepPreviousData })
  const count = first.data?.count ?? 0
  const pages = useMemo(() => {
    const last = Math.max(0, Math.ceil(count / PAGE_SIZE) - 1)
    const [from, to] = range.map(row => Math.min(last, Math.floor(row / PAGE_SIZE))) as [number, number]
    return Array.from({ length: to - from + 1 }, (_, at) => from + at).filter(page => page > 0)
  }, [range, count])
  const more = useQueries({ queries: pages.map(page => pageQuery(path, params, page)) })
  const client = useQueryClient()
  const loaded = more.map(page => page.dataUpdatedAt).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: pages seen before are read from the cache
  const rows = useMemo(() => {
    const rows: (Row | undefined)[] = new Array(count).fill(undefined)
    const put = (page: number, found: Row[] | undefined) => {
      found?.forEach((row, at) => {
        rows[page * PAGE_SIZE + at] = row
      })
    }
    put(0, first.data?.results)
    for (let page = 1; page * PAGE_SIZE < count; page += 1) {
      put(page, client.getQueryData(pageQuery(path, params, page).queryKey)?.results)
    }
    return rows
  }, [path, params, count, first.data, loaded, client])
  return {
    rows,
    count,
    pending: first.isPending,
    stale: first.isPlaceholderData,
    error: first.error,
    retry: () => void first.refetch(),
    show: (from, to) => setRange(now => (now[0] === from && now[1] === to ? now : [from, to])),
  }
}

export function itemQuery(path: string, id: string) {
  return queryOptions({
    queryKey: ['item', path, id],
    queryFn: ({ signal }) => get<Row>(`${path}/${id}/`, undefined, signal),
    staleTime: 10_000,
  })
}

/** The raw, writable values with their ETag. */
export function objectQuery(path: string, id: string) {
  return queryOptions({
    queryKey: ['item', path, id, 'object'],
    queryFn: ({ signal }) => request<Row>(`${path}/${id}/object/`, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
}

/** After a write anything may look different: relations show on both sides. */
export function refresh(client: QueryClient) {
  return Promise.all([
    client.invalidateQueries({ queryKey: ['list'] }),
    client.invalidateQueries({ queryKey: ['item'] }),
  ])
}

export interface Write {
  /** Left out for a new object. */
  id?: string
  values: Record<string, unknown>
  /** The ETag of what the person saw; a change by someone else in between is then refused (412). */
  etag?: string | null
}

export function useWrite(path: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, values, etag }: Write) => {
      const headers = etag ? { 'if-match': etag } : undefined
      const answer = id
        ? await request<Row>(`${path}/${id}/`, { method: 'PATCH', body: values, headers })
        : await request<Row>(`${path}/`, { method: 'POST', body: values })
      return answer.data
    },
    onSuccess: () => refresh(client),
  })
}

/**
 * Drops the cache of a deleted object. What a page still shows is dropped when that is left; otherwise it
 * would be requested again.
 */
function forget(client: QueryClient, queryKey: string[]) {
  const cache = client.getQueryCache()
  const sweep = () => client.removeQueries({ queryKey, type: 'inactive' })
  sweep()
  if (cache.findAll({ queryKey }).length === 0) return
  const stop = cache.subscribe(event => {
    if (event.type !== 'observerRemoved') return
    sweep()
    if (cache.findAll({ queryKey }).length === 0) stop()
  })
}

export function useRemove(path: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => request(`${path}/${id}/`, { method: 'DELETE' }),
    onSuccess: (_, id) => {
      forget(client, ['item', path, id])
      return client.invalidateQueries({ queryKey: ['list'] })
    },
  })
}

export interface Batch {
  action: 'delete' | 'change_field' | 'add_to_field' | 'remove_from_field' | 'restore'
  ids: string[]
  field?: string
  value?: unknown
  /** For `restore`: everything gets the state that it had just before this instant. */
  before?: string
}

export interface BatchResult {
  /** When it was done; what restores the state before it. */
  at: string
  succeeded: { id: string; name: string }[]
  failed: { id: string; error: string }[]
}

/** The same change to at most a thousand objects. For more, split it up as `resource/list/bulk` does. */
export async function batch(path: string, body: Batch): Promise<BatchResult> {
  return (await request<BatchResult>(`${path}/batch-action/`, { method: 'POST', body })).data
}

export interface Cascade {
  deleted: CascadeGroup
  affected: CascadeGroup
  blocked: CascadeGroup
}
export interface CascadeGroup {
  count: number
  message: string
  level: string
  /** How many of each resource. */
  grouped_objects: { model: string; count: number }[]
  related_objects: { model: string; id: string; name: string }[]
}

export function cascadeQuery(path: string, id: string) {
  return queryOptions({
    queryKey: ['item', path, id, 'cascade'],
    queryFn: ({ signal }) => get<Cascade>(`${path}/${id}/cascade-info/`, undefined, signal),
    // Requested again each time: nobody agrees to an outdated list of consequences.
    staleTime: 0,
    gcTime: 0,
  })
}

export interface Option {
  id: string
  str: string
  ref_id?: string | null
  folder?: { id: string; str: string } | null
}

/** The options of a picker for some words. */
export function optionsQuery(path: string, search: string, params: Params = {}) {
  return queryOptions({
    queryKey: ['list', path, 'options', search, params],
    queryFn: ({ signal }) =>
      get<Page<Option>>(`${path}/autocomplete/`, { search, limit: 30, ...params }, signal),
    staleTime: 15_000,
    placeholderData: keepPreviousData,
  })
}
