/** Where open findings are: their number and the worst severity, by asset. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { request } from '@/api/client'
import { isRef, type Row, useModel } from '@/api/model'
import { type Page, pageQuery } from '@/api/objects'
import { OPEN } from '../board/severity'

export interface Trouble {
  count: number
  severity: number
}

const WANTED = { status: OPEN.join(','), asset__isnull: false, ordering: '-severity' }
const MOST = 1000

function byAsset(rows: Row[]): Map<string, Trouble> {
  const trouble = new Map<string, Trouble>()
  for (const row of rows) {
    if (!isRef(row.asset)) continue
    const now = trouble.get(row.asset.id) ?? { count: 0, severity: -1 }
    trouble.set(row.asset.id, {
      count: now.count + 1,
      severity: Math.max(now.severity, Number(row.severity ?? -1)),
    })
  }
  return trouble
}

const useReadable = () => 'findings' in useModel().resources

export function useFindings(): Map<string, Trouble> {
  const found = useQuery({ ...pageQuery('findings', WANTED, 0, MOST), enabled: useReadable() })
  return useMemo(() => byAsset(found.data?.results ?? []), [found.data])
}

/**
 * The same for the present, whatever time is viewed; undefined until it is loaded, or if it is incomplete.
 */
export function useFindingsNow(wanted: boolean): Map<string, Trouble> | undefined {
  const found = useQuery({
    queryKey: ['now', 'findings', 'open'],
    queryFn: async ({ signal }) => {
      const params = { ...WANTED, limit: MOST }
      return (await request<Page>('findings/', { params, signal, present: true })).data
    },
    enabled: useReadable() && wanted,
    staleTime: 30_000,
  })
  const then = useQuery({ ...pageQuery('findings', WANTED, 0, MOST), enabled: false }).data
  return useMemo(() => {
    // If there are more than were fetched, the two are cut at different places.
    const isWhole = (page?: Page) => page && page.count <= page.results.length
    return found.data && isWhole(found.data) && isWhole(then) ? byAsset(found.data.results) : undefined
  }, [found.data, then])
}
