/** The assets of the list as a map of what supports what: all of them, or the surroundings of one. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { List, Waypoints } from 'lucide-react'
import { useMemo } from 'react'
import { useDomainIds } from '@/api/domains'
import { pageQuery } from '@/api/objects'
import { formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import type { ListProps } from '@/pages'
import { Button, ButtonLink } from '@/ui/Button'
import { Empty, Failed, Loading } from '@/ui/States'
import { assetMapQuery, cut, lineage } from './assets'
import { Depth, stepsOf } from './Depth'
import { FindAsset } from './FindAsset'
import { MapList } from './MapList'
import { MapView } from './MapView'
import { useMapSince } from './since'
import { TooMany } from './TooMany'

/** More than this nobody can read; the person has to choose a part. */
const MOST = 400
const FILTERED = 1000

export default function AssetsGraph({ resource, params }: ListProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as { focus?: string; depth?: string; as?: string }
  const graph = useQuery(assetMapQuery)
  const domains = useDomainIds()
  const { ordering: _, within, ...filters } = params
  const filtered = Object.keys(filters).length > 0
  const narrowed = filtered || domains !== null
  const rows = useQuery({ ...pageQuery('assets', { ...filters, within }, 0, FILTERED), enabled: filtered })
  /** The assets that match the filters and the domain; null for all, undefined while loading. */
  const inside = useMemo(() => {
    if (!narrowed) return null
    if (filtered) return rows.data && new Set(rows.data.results.map(row => row.id))
    // The map itself knows the domains, for any number of assets.
    const ids = new Set(domains)
    return (
      graph.data &&
      new Set([...graph.data.values()].filter(node => ids.has(node.folder)).map(node => node.id))
    )
  }, [narrowed, filtered, domains, rows.data, graph.data])

  const focus = search.focus && graph.data?.has(search.focus) ? search.focus : undefined
  const steps = stepsOf(search.depth)
  const view = useMemo(() => {
    if (!graph.data) return null
    if (focus) {
      const near = lineage(graph.data, focus, steps)
      const outside = new Set([...near].filter(id => inside && !inside.has(id)))
      return { map: cut(graph.data, id => near.has(id)), outside }
    }
    if (inside === null) return { map: graph.data, outside: new Set<string>() }
    if (!inside) return null
    // The matching assets, and what they are linked with: a supporting asset without its service says
    // little.
    const near = new Set(inside)
    for (const id of inside) {
      const node = graph.data.get(id)
      for (const one of [...(node?.parents ?? []), ...(node?.children ?? [])]) near.add(one)
    }
    const outside = new Set([...near].filter(id => !inside.has(id)))
    return { map: cut(graph.data, id => near.has(id)), outside }
  }, [graph.data, focus, steps, inside])

  const since = useMapSince(graph.data)
  const set = (change: Record<string, string | undefined>) =>
    void navigate({ to: '.', search: (now: Record<string, string>) => ({ ...now, ...change }) } as never)

  const error = graph.error ?? rows.error
  if (error && !view) return <Failed error={error} retry={() => void graph.refetch()} />
  if (!view || !graph.data) return <Loading />
  if (view.map.size === 0)
    return (
      <Empty title={t(narrowed ? 'graph.emptyFiltered' : 'graph.empty')} icon={<Waypoints />}>
        <p>{t(narrowed ? 'graph.emptyFilteredHelp' : 'graph.emptyHelp')}</p>
        {resource.permissions.add && !narrowed && (
          <ButtonLink look="primary" to="/assets/new">
            {t('graph.first')}
          </ButtonLink>
        )}
      </Empty>
    )
  // What can be gone to is what the filters and the domain leave.
  const findable = inside ? cut(graph.data, id => inside.has(id)) : graph.data
  const linked = [...view.map.values()].filter(node => node.parents.length + node.children.length > 0).length
  const name = focus && graph.data.get(focus)?.name
  const asList = search.as === 'list'
  return (
    <div className="flex min-h-0 grow flex-col">
      <div data-no-print className="flex flex-wrap items-center gap-2 px-5 pb-3 lg:px-8">
        <FindAsset map={findable} onFound={id => set({ focus: id })} />
        {name && (
          <>
            <Depth chosen={search.depth} onChoose={depth => set({ depth })} />
            <Button look="quiet" onClick={() => set({ focus: undefined, depth: undefined })}>
              {t('graph.showAll')}
            </Button>
          </>
        )}
        <span role="status" className="text-ink-soft text-sm">
          {name ? t('graph.around', { name }) : t('graph.count', { count: view.map.size })}
        </span>
        <span className="grow" />
        <Button
          look="quiet"
          aria-pressed={asList}
          icon={asList ? <Waypoints size={16} aria-hidden /> : <List size={16} aria-hidden />}
          onClick={() => set({ as: asList ? undefined : 'list' })}
        >
          {t(asList ? 'graph.asMap' : 'graph.asList')}
        </Button>
      </div>
      {(rows.data?.count ?? 0) > FILTERED && !focus && (
        <p className="px-5 pb-2 text-sm text-warn lg:px-8">
          {t('graph.cut', { shown: formatNumber(FILTERED), all: formatNumber(rows.data?.count ?? 0) })}
        </p>
      )}
      {asList ? (
        <MapList map={view.map} since={since} onFocus={id => set({ focus: id })} />
      ) : linked > MOST && !focus ? (
        <TooMany map={view.map} linked={linked} onFocus={id => set({ focus: id })} />
      ) : (
        <MapView
          map={view.map}
          outside={view.outside}
          since={since}
          focus={focus}
          onFocus={id => set({ focus: id })}
        />
      )}
    </div>
  )
}
