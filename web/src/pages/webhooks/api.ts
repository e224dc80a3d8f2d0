/** What the webhook pages read and do. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { get, type Params, request } from '@/api/client'
import type { Ref } from '@/api/model'
import { type Page, refresh } from '@/api/objects'

export const ENDPOINTS = 'webhooks/endpoints'
export const DELIVERIES = 'webhooks/deliveries'
export const ATTEMPTS = 'webhooks/attempts'

export type PayloadFormat = 'full' | 'thin'
export type SignMode = 'text' | 'standard' | 'both'

export interface Stats {
  pending: number
  delivered: number
  discarded: number
  skipped: number
  /** Attempts in a row that failed. */
  failures: number
  last_success: string | null
}

export interface Endpoint {
  id: string
  name: string
  description: string | null
  folder: Ref
  url: string
  event_types: string[]
  payload_format: PayloadFormat
  sign_mode: SignMode
  is_active: boolean
  disabled_reason: string | null
  target_folders: Ref[]
  include_subfolders: boolean
  owner: Ref
  timeout: number
  max_in_flight: number
  next_secret_at: string | null
  overlap_until: string | null
  has_secret: boolean
  header_names: string[]
  stats: Stats
  notice: string | null
  created_at: string
}

export interface EventType {
  name: string
  resource: string
  description: string
  example: { type: string; timestamp: string; data: Record<string, unknown> }
}

export type DeliveryState = 'pending' | 'leased' | 'delivered' | 'discarded' | 'cancelled' | 'skipped'

export interface Delivery {
  id: string
  endpoint: Ref
  message: string
  event: string
  state: DeliveryState
  attempts: number
  next_at: string | null
  ended_at: string | null
  last_status: number | null
  last_error: string | null
  created_at: string
}

export interface Attempt {
  id: string
  number: number
  started_at: string
  milliseconds: number
  outcome: string
  status: number | null
  error: string | null
  remote: string | null
  response_headers: string | null
  response_body: string | null
}

export interface Header {
  name: string
  value: string
}

export interface TestResult {
  delivered: boolean
  outcome: string
  error: string | null
  milliseconds: number
  remote: string | null
  request: { url: string; headers: Header[]; body: unknown }
  response: { status: number; headers: Header[]; body: string } | null
}

/** While deliveries are in progress, the pages refetch soon. */
const BUSY = 3000
const CALM = 20_000

export const endpointsQuery = queryOptions({
  queryKey: ['list', ENDPOINTS, 'all'],
  queryFn: ({ signal }) => get<Page<Endpoint>>(`${ENDPOINTS}/`, undefined, signal),
  staleTime: 5000,
  refetchInterval: query =>
    query.state.data?.results.some(endpoint => endpoint.stats.pending > 0) ? BUSY : CALM,
})

export function endpointQuery(id: string) {
  return queryOptions({
    queryKey: ['item', ENDPOINTS, id],
    queryFn: ({ signal }) => get<Endpoint>(`${ENDPOINTS}/${id}/`, undefined, signal),
    staleTime: 2000,
    refetchInterval: query => ((query.state.data?.stats.pending ?? 0) > 0 ? BUSY : CALM),
  })
}

export const eventTypesQuery = queryOptions({
  queryKey: ['webhooks', 'event-types'],
  queryFn: async ({ signal }) =>
    (await get<{ results: EventType[] }>('webhooks/event-types/', undefined, signal)).results,
  staleTime: Number.POSITIVE_INFINITY,
})

export const DELIVERY_PAGE = 50

export function deliveriesQuery(params: Params, pages: number) {
  return queryOptions({
    queryKey: ['list', DELIVERIES, params, pages],
    queryFn: ({ signal }) =>
      get<Page<Delivery>>(`${DELIVERIES}/`, { ...params, limit: DELIVERY_PAGE * pages }, signal),
    staleTime: 2000,
    placeholderData: before => before,
    refetchInterval: query =>
      query.state.data?.results.some(one => one.state === 'pending' || one.state === 'leased') ? BUSY : CALM,
  })
}

export function deliveryQuery(id: string) {
  return queryOptions({
    queryKey: ['item', DELIVERIES, id],
    queryFn: ({ signal }) => get<Delivery>(`${DELIVERIES}/${id}/`, undefined, signal),
    staleTime: 1000,
    refetchInterval: query => (['pending', 'leased'].includes(query.state.data?.state ?? '') ? BUSY : CALM),
  })
}

export function attemptsQuery(delivery: Delivery) {
  return queryOptions({
    queryKey: ['list', ATTEMPTS, delivery.id, delivery.state, delivery.attempts],
    queryFn: ({ signal }) =>
      get<Page<Attempt>>(`${ATTEMPTS}/`, { delivery: delivery.id, ordering: '-started_at' }, signal),
    staleTime: 5000,
    placeholderData: before => before,
  })
}

export function bodyQuery(id: string) {
  return queryOptions({
    queryKey: ['item', DELIVERIES, id, 'body'],
    queryFn: ({ signal }) =>
      get<{ id: string; body: unknown }>(`${DELIVERIES}/${id}/body/`, undefined, signal),
    staleTime: 60_000,
    retry: false,
  })
}

/** How many messages a replay would send again. */
export function countQuery(params: Params) {
  return queryOptions({
    queryKey: ['list', DELIVERIES, 'count', params],
    queryFn: async ({ signal }) => (await get<Page>(`${DELIVERIES}/`, { ...params, limit: 1 }, signal)).count,
    staleTime: 2000,
  })
}

/** An action on an endpoint or a delivery; afterwards everything is refetched. */
export function useAct<T = unknown>(path: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, action, body = {} }: { id: string; action: string; body?: unknown }) =>
      (await request<T>(`${path}/${id}/${action}/`, { method: 'POST', body })).data,
    onSuccess: () => refresh(client),
  })
}
