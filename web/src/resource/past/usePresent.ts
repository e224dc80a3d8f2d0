/** The present state of what is shown of the past or of a draft. Nothing is requested while the present itself is shown. */
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { request } from '@/api/client'
import type { Row } from '@/api/model'
import type { Page } from '@/api/objects'
import { useDraft } from '@/api/useDraft'
import { useInstant } from '@/api/useInstant'

/** So many ids fit into an address. */
const STEP = 100

/** Of each id how it is now, or null if it was deleted; what is not known yet is missing. */
export type Present = Map<string, Row | null>

export function usePresentRows(path: string, rows: (Row | undefined)[]): Present {
  const [instant, draft] = [useInstant(), useDraft()]
  const at = instant ?? draft
  const parts = useMemo(() => {
    const parts: string[][] = []
    for (let first = 0; at && first < rows.length; first += STEP) {
      const ids = rows.slice(first, first + STEP).flatMap(row => row?.id ?? [])
      if (ids.length > 0) parts.push(ids)
    }
    return parts
  }, [at, rows])
  const answers = useQueries({
    queries: parts.map(ids => ({
      queryKey: ['now', path, ids],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const params = { id: ids.join(','), limit: STEP }
        return (await request<Page>(`${path}/`, { params, signal, present: true })).data.results
      },
      staleTime: 30_000,
    })),
  })
  const known = answers.map(answer => answer.dataUpdatedAt).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answers are new objects on every drawing
  return useMemo(() => {
    const present: Present = new Map()
    parts.forEach((ids, at) => {
      const found = answers[at]?.data
      if (!found) return
      for (const id of ids) present.set(id, null)
      for (const row of found) present.set(row.id, row)
    })
    return present
  }, [parts, known])
}

/** One object as it is now, null if it was deleted, undefined while that is not known or asked. */
export function usePresentRow(path: string, row: Row): Row | null | undefined {
  const rows = useMemo(() => [row], [row])
  return usePresentRows(path, rows).get(row.id)
}
