/** Where open findings are: their number and the worst severity, by asset. */
import { useQuery } from '@tanstack/react-query'
import { isRef, useModel } from '@/api/model'
import { pageQuery } from '@/api/objects'
import { OPEN } from '../board/severity'

export interface Trouble {
  count: number
  severity: number
}

export function useFindings(): Map<string, Trouble> {
  const readable = 'findings' in useModel().resources
  const found = useQuery({
    ...pageQuery(
      'findings',
      { status: OPEN.join(','), asset__isnull: false, ordering: '-severity' },
      0,
      1000,
    ),
    enabled: readable,
  })
  const trouble = new Map<string, Trouble>()
  for (const row of found.data?.results ?? []) {
    if (!isRef(row.asset)) continue
    const now = trouble.get(row.asset.id) ?? { count: 0, severity: -1 }
    trouble.set(row.asset.id, {
      count: now.count + 1,
      severity: Math.max(now.severity, Number(row.severity ?? -1)),
    })
  }
  return trouble
}
