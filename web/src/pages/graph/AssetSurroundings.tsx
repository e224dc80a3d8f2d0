/** On the page of an asset: what it supports and what it rests on. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Waypoints } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from '@/i18n/react'
import type { DetailProps } from '@/pages'
import { to } from '@/resource/address'
import { ButtonLink } from '@/ui/Button'
import { Empty, Failed, Loading } from '@/ui/States'
import { assetMapQuery, cut, lineage } from './assets'
import { Depth, stepsOf } from './Depth'
import { MapView } from './MapView'
import { useMapSince } from './since'

const NOTHING = new Set<string>()

export default function AssetSurroundings({ resource, row }: DetailProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const graph = useQuery(assetMapQuery)
  const [depth, setDepth] = useState<string | undefined>(undefined)
  const since = useMapSince(graph.data)
  const map = useMemo(() => {
    if (!graph.data) return null
    const near = lineage(graph.data, row.id, stepsOf(depth))
    return cut(graph.data, id => near.has(id))
  }, [graph.data, row.id, depth])
  if (graph.error && !graph.data) return <Failed error={graph.error} retry={() => void graph.refetch()} />
  if (!map) return <Loading />
  if (map.size < 2)
    return (
      <Empty title={t('graph.alone')} icon={<Waypoints />}>
        <p>{t('graph.unlinkedHelp')}</p>
        {resource.permissions.change && (
          <ButtonLink look="primary" to={to.edit('assets', row.id)}>
            {t('graph.link')}
          </ButtonLink>
        )}
      </Empty>
    )
  return (
    <div className="flex min-h-0 grow flex-col pt-3">
      <div className="flex flex-wrap items-center gap-3 px-5 pb-3 lg:px-8">
        <Depth chosen={depth} onChoose={setDepth} />
        <span role="status" className="text-ink-soft text-sm">
          {t('graph.count', { count: map.size })}
        </span>
      </div>
      <MapView
        map={map}
        outside={NOTHING}
        since={since}
        focus={row.id}
        onFocus={id =>
          void navigate({
            to: to.item('assets', id),
            search: (now: Record<string, string>) => ({ domain: now.domain, tab: 'map' }),
          } as never)
        }
      />
    </div>
  )
}
