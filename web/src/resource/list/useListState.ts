/**
 * The state of a list is its URL: search, filters, order, layout. So it can be linked, saved and returned
 * to.
 */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useWithin } from '@/api/domains'
import { DRAFT } from '@/api/draft'
import type { Resource } from '@/api/model'
import { AS_OF } from '@/api/past'

/** How the rows are shown: which columns, in which order, and what they are grouped by. */
const SHOWN = ['columns', 'group']

/** Parameters of the address that are not filters of the API. */
const OWN = new Set([
  ...SHOWN,
  'domain',
  'layout',
  'tab',
  'span',
  'from',
  'focus',
  'depth',
  'as',
  'cell',
  'quadrant',
  AS_OF,
  DRAFT,
])

const NOWHERE: Record<string, string> = {}

export interface ListState {
  /** Everything in the address that the list takes. */
  search: Record<string, string>
  /** What the API is asked for: the address and the chosen domain. */
  params: Record<string, string>
  filters: Record<string, string>
  /** Columns, if the address has them; otherwise the person's own choice counts. */
  columns?: string[]
  /** The field that rows are grouped by. */
  group?: string
  set: (change: Record<string, string | undefined>) => void
  replace: (all: Record<string, string>) => void
}

export function useListState(resource: Resource): ListState {
  const raw = useSearch({ strict: false }) as Record<string, string | undefined>
  const navigate = useNavigate()
  const within = useWithin()
  const domain = resource.instance_wide ? NOWHERE : within
  const search = useMemo(
    () =>
      Object.fromEntries(Object.entries(raw).filter(([name, value]) => !OWN.has(name) && value)) as Record<
        string,
        string
      >,
    [raw],
  )
  const params = useMemo(() => {
    const order = search.ordering ?? resource.order
    // Someone who filters by domain has said where to look, so the switcher does not apply.
    return { ...(search.folder ? NOWHERE : domain), ...search, ordering: order }
  }, [search, domain, resource.order])
  const filters = useMemo(() => {
    const { search: _, ordering: __, ...rest } = search
    return rest
  }, [search])
  const set = useCallback(
    (change: Record<string, string | undefined>) => {
      const next = (now: Record<string, string>) => ({ ...now, ...change })
      void navigate({ to: '.', search: next, replace: true } as never)
    },
    [navigate],
  )
  const replace = useCallback(
    (all: Record<string, string>) => {
      const next = (now: Record<string, string>) => ({
        ...Object.fromEntries(Object.keys(now).map(name => [name, OWN.has(name) ? now[name] : undefined])),
        ...all,
      })
      void navigate({ to: '.', search: next } as never)
    },
    [navigate],
  )
  const { columns: names, group } = raw
  const columns = useMemo(() => (names ? names.split(',').filter(Boolean) : undefined), [names])
  return { search, params, filters, columns, group: group || undefined, set, replace }
}
