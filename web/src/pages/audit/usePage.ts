/** The state of the page is its address: what is filtered, and which requirement is open. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Filter } from './model/lines'
import { RESULTS, type Result } from './model/tree'

type Search = Record<string, string | undefined>

/** Browsers refuse too many addresses in a row, so that one is written after a pause. */
const PAUSE = 300

export function useSearchState() {
  const search = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const set = useCallback(
    (change: Search) =>
      void navigate({ to: '.', search: (now: Search) => ({ ...now, ...change }), replace: true } as never),
    [navigate],
  )
  return [search, set] as const
}

export function useFilter(within: Filter['within']): Filter {
  const [{ find, group, result, stale }] = useSearchState()
  return useMemo(
    () => ({
      text: find ?? '',
      group: group ?? '',
      result: RESULTS.includes(result as Result) ? (result as Result) : '',
      stale: stale === 'yes',
      within,
    }),
    [find, group, result, stale, within],
  )
}

/** The open requirement: at once on the page, a moment later in the address. */
export function useChosen(): [string | null, (id: string | null) => void] {
  const [{ req }, set] = useSearchState()
  const [chosen, setChosen] = useState<string | null>(req ?? null)
  const written = useRef(req ?? null)
  useEffect(() => {
    if ((req ?? null) === written.current) return
    written.current = req ?? null
    setChosen(req ?? null)
  }, [req])
  useEffect(() => {
    if (chosen === written.current) return
    const timer = setTimeout(() => {
      written.current = chosen
      set({ req: chosen ?? undefined })
    }, PAUSE)
    return () => clearTimeout(timer)
  }, [chosen, set])
  return [chosen, setChosen]
}
