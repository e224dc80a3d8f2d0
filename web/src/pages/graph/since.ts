/** What has happened to the assets of a map: the shown past compared with the present. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { request } from '@/api/client'
import { useInstant } from '@/api/useInstant'
import { useTranslation } from '@/i18n/react'
import { type Since, useNamedNow } from '@/resource/past/useSince'
import { type Answer, type AssetMap, type AssetNode, toMap } from './assets'
import { useFindings, useFindingsNow } from './useFindings'

const mapNowQuery = queryOptions({
  queryKey: ['now', 'assets', 'graph'],
  queryFn: async ({ signal }) =>
    toMap((await request<Answer>('assets/graph/', { signal, present: true })).data),
  staleTime: 30_000,
})

/** The values of an asset that a map shows, in words, by the key of their name. */
type Shown = Record<string, string>

export function shown(node: AssetNode, map: AssetMap, words: (key: string) => string): Shown {
  const names = (ids: string[]) =>
    ids
      .map(id => map.get(id)?.name ?? '')
      .sort()
      .join(', ')
  return {
    'graph.columns.asset': node.name,
    'graph.columns.kind': words(node.primary ? 'graph.primary' : 'graph.support'),
    'domain.label': node.domain.split('/').at(-1) ?? '',
    'graph.columns.supports': names(node.parents),
    'graph.columns.supportedBy': names(node.children),
  }
}

/** The assets that are different now; empty while the present is viewed. */
export function useMapSince(then: AssetMap | undefined): ReadonlyMap<string, Since> {
  const { t } = useTranslation()
  const named = useNamedNow()
  const past = !!useInstant()
  const now = useQuery({ ...mapNowQuery, enabled: past }).data
  const findings = useFindings()
  const findingsNow = useFindingsNow(past)
  return useMemo(() => {
    const since = new Map<string, Since>()
    if (!past || !then || !now) return since
    for (const node of then.values()) {
      const today = now.get(node.id)
      if (!today) {
        since.set(node.id, { deleted: true, lines: [t('time.deletedSince')] })
        continue
      }
      const [before, after] = [shown(node, then, t), shown(today, now, t)]
      const lines = Object.keys(before)
        .filter(key => before[key] !== after[key])
        .map(key => named(t(key), after[key] ?? ''))
      const count = findingsNow?.get(node.id)?.count ?? 0
      if (findingsNow && count !== (findings.get(node.id)?.count ?? 0))
        lines.push(t('time.now', { value: t('graph.findings', { count }) }))
      if (lines.length > 0) since.set(node.id, { deleted: false, lines })
    }
    return since
  }, [past, then, now, findings, findingsNow, t, named])
}
