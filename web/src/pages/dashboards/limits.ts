/** What all widgets are limited to: the chosen domain and a period, both in the URL. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useDomain, useDomains } from '@/api/domains'
import type { Limits } from './api'

export interface Search {
  domain?: string
  range?: string
  from?: string
  to?: string
  edit?: string
}

const isDay = (text: string | undefined) => !!text && /^\d{4}-\d{2}-\d{2}$/.test(text)

/** The period as the API takes it; one that is not complete yet limits nothing. */
export function periodOf({ range, from, to }: Search): Limits {
  if (!range) return {}
  if (range !== 'custom') return { time_range: range }
  return isDay(from) && isDay(to) && from && to && from <= to
    ? { time_range: range, start: from, end: to }
    : {}
}

export function useLimits(): Limits {
  const search = useSearch({ strict: false }) as Search
  const domain = useDomain()
  const root = useDomains().uuid
  const folder = domain && domain.uuid !== root ? domain.uuid : undefined
  const { range, from, to } = search
  return useMemo(
    () => ({ ...(folder && { folder }), ...periodOf({ range, from, to }) }),
    [folder, range, from, to],
  )
}

export function useSetSearch(): (change: Search) => void {
  const navigate = useNavigate()
  return change =>
    void navigate({
      to: '.',
      search: (now: Record<string, string>) => ({ ...now, ...change }),
      replace: true,
    } as never)
}
