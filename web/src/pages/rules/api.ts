/** What the server says about rules: what expressions can use, examples, and what one would find. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { get } from '@/api/client'
import type { Row } from '@/api/model'

export const RULES = 'rules'
export const MATCHES = 'rule-matches'

/** Something that an expression can read. */
export interface Usable {
  /** As it is written after `object.`; `[]` stands for each object of a link to several. */
  path: string
  label: string
  kind: string
  choices: { value: string | number; label: string }[]
  link: 'one' | 'many' | null
}

export interface Offered {
  resource: string
  fields: Usable[]
  functions: { name: string; doc: string }[]
}

export interface Example {
  name: string
  description: string
  resource: string
  expression: string
  severity: number
  action: string
}

export interface Found {
  object: { id: string; str: string }
  reason: string
}

export interface Tried {
  count: number
  checked: number
  failure_count: number
  failures: { object: { id: string; str: string }; message: string }[]
  results: Found[]
  as_of: string | null
}

export interface Trial {
  resource: string
  expression: string
  folder?: string
  as_of?: string
}

export interface Rule extends Row {
  name: string
  resource: string
  expression: string
  is_active: boolean
  matches: number | null
  failures: number | null
  last_run_at: string | null
  last_error: string | null
}

const ALWAYS = Number.POSITIVE_INFINITY

export const watchableQuery = queryOptions({
  queryKey: ['list', RULES, 'resources'],
  queryFn: ({ signal }) => get<{ path: string; label: string }[]>(`${RULES}/resources/`, undefined, signal),
  staleTime: ALWAYS,
})

export const examplesQuery = queryOptions({
  queryKey: ['list', RULES, 'examples'],
  queryFn: ({ signal }) => get<Example[]>(`${RULES}/examples/`, undefined, signal),
  staleTime: ALWAYS,
})

export const fieldsQuery = (resource: string) =>
  queryOptions({
    queryKey: ['list', RULES, 'fields', resource],
    queryFn: ({ signal }) => get<Offered>(`${RULES}/fields/`, { resource }, signal),
    enabled: resource !== '',
    staleTime: ALWAYS,
  })

/** What an expression would find. A mistake in it is an answer too, so it isn’t asked for again. */
export const tryQuery = (trial: Trial) =>
  queryOptions({
    queryKey: ['list', RULES, 'try', trial],
    queryFn: ({ signal }) => get<Tried>(`${RULES}/try/`, { ...trial }, signal),
    enabled: trial.resource !== '' && trial.expression.trim() !== '',
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    retry: false,
  })
