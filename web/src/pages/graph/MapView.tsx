/** Draws the map: links as curves, assets as links over them. */
import { Maximize2, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from '@/i18n/react'
import type { Since } from '@/resource/past/useSince'
import { Button } from '@/ui/Button'
import { cn } from '@/ui/cn'
import { type AssetMap, cut, lineage } from './assets'
import { Links } from './Links'
import { layOut } from './layout'
import { MapNode } from './MapNode'
import { Unlinked } from './Unlinked'
import { useFindings } from './useFindings'
import { usePan } from './usePan'

interface Props {
  map: AssetMap
  /** Assets that the filters excluded and that are shown for their links. */
  outside: ReadonlySet<string>
  /** What has happened to the assets since, while the past is viewed. */
  since: ReadonlyMap<string, Since>
  focus?: string
  onFocus: (id: string) => void
}

const ZOOMS = [0.4, 0.55, 0.7, 0.85, 1, 1.2, 1.5]
const EDGE = 32

export function MapView({ map, outside, since, focus, onFocus }: Props) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const [zoom, setZoom] = useState(1)
  const [lit, setLit] = useState<string | null>(null)
  const findings = useFindings()
  const linked = useMemo(
    () =>
      cut(map, id => {
        const node = map.get(id)
        return id === focus || (node?.parents.length ?? 0) + (node?.children.length ?? 0) > 0
      }),
    [map, focus],
  )
  const alone = useMemo(() => [...map.values()].filter(node => !linked.has(node.id)), [map, linked])
  const layout = useMemo(() => layOut(linked), [linked])
  const near = useMemo(
    () => (lit && linked.has(lit) ? lineage(linked, lit, Number.POSITIVE_INFINITY) : null),
    [lit, linked],
  )
  const first = useMemo(() => focus ?? [...layout.places.values()].sort(byPlace)[0]?.id, [focus, layout])
  const [active, setActive] = useState(first)
  const tabbed = active && layout.places.has(active) ? active : first
  usePan(box)

  const fit = () => {
    const room = box.current
    if (!room) return
    const most = Math.min(
      (room.clientWidth - EDGE) / (layout.width + EDGE),
      (room.clientHeight - EDGE) / (layout.height + EDGE),
      1,
    )
    setZoom(Math.max(ZOOMS[0] ?? 0.4, most))
  }
  // The chosen asset is centred.
  useEffect(() => {
    const room = box.current
    const place = focus ? layout.places.get(focus) : undefined
    if (!room || !place) return
    room.scrollTo({ top: place.y - room.clientHeight / 2, left: place.x - room.clientWidth / 3 })
  }, [focus, layout])

  const nextZoom = (step: number) =>
    setZoom(now => {
      const fitting = ZOOMS.filter(one => (step > 0 ? one > now + 0.01 : one < now - 0.01))
      return (step > 0 ? fitting[0] : fitting.at(-1)) ?? now
    })
  const onKeyDown = (event: KeyboardEvent) => {
    const id = (event.target as HTMLElement).closest<HTMLElement>('[data-asset]')?.dataset.asset
    if (!id || event.ctrlKey || event.metaKey || event.altKey) return
    const to = neighbour(linked, layout.places, id, event.key)
    if (event.key === 'f') {
      event.preventDefault()
      onFocus(id)
    } else if (to) {
      event.preventDefault()
      setActive(to)
      box.current?.querySelector<HTMLElement>(`[data-asset="${to}"] a`)?.focus()
    }
  }
  return (
    <div className="relative flex min-h-96 grow flex-col border-line border-t bg-bg">
      <div
        ref={box}
        data-scroll
        className="min-h-0 grow cursor-grab overflow-auto active:cursor-grabbing"
        onKeyDown={onKeyDown}
      >
        {layout.places.size > 0 && (
          <div
            className="relative"
            style={{ width: layout.width * zoom + EDGE * 2, height: layout.height * zoom + EDGE * 2 }}
          >
            <div
              className="absolute origin-top-left"
              style={{
                top: EDGE,
                left: EDGE,
                width: layout.width,
                height: layout.height,
                transform: `scale(${zoom})`,
              }}
            >
              <Links map={linked} layout={layout} near={near} />
              <ul
                aria-label={t('graph.label')}
                aria-describedby="graph-help"
                onMouseLeave={() => setLit(null)}
              >
                {[...layout.places.values()].sort(byPlace).map(place => {
                  const node = linked.get(place.id)
                  return (
                    node && (
                      <MapNode
                        key={place.id}
                        node={node}
                        place={place}
                        trouble={findings.get(place.id)}
                        since={since.get(place.id)}
                        chosen={place.id === focus}
                        outside={outside.has(place.id)}
                        faded={!!near && !near.has(place.id)}
                        tabbable={place.id === tabbed}
                        onLight={setLit}
                        onActive={setActive}
                        onFocus={onFocus}
                      />
                    )
                  )
                })}
              </ul>
            </div>
          </div>
        )}
        {!focus && alone.length > 0 && <Unlinked nodes={alone} since={since} />}
      </div>
      <div
        data-no-print
        className="pointer-events-none absolute inset-x-0 bottom-0 flex items-end justify-between gap-3 p-3"
      >
        <p
          id="graph-help"
          className="hidden rounded-md bg-surface/90 px-2 py-1 text-ink-soft text-sm shadow-sm lg:block"
        >
          {t('graph.help')}
        </p>
        <div
          role="group"
          aria-label={t('graph.zoom')}
          className="pointer-events-auto ml-auto flex items-center rounded-md border border-line bg-surface shadow-sm"
        >
          <Button
            look="quiet"
            icon={<ZoomOut size={16} />}
            label={t('graph.zoomOut')}
            onClick={() => nextZoom(-1)}
          />
          <span className={cn('tabular w-11 text-center text-ink-soft text-sm')}>
            {Math.round(zoom * 100)} %
          </span>
          <Button
            look="quiet"
            icon={<ZoomIn size={16} />}
            label={t('graph.zoomIn')}
            onClick={() => nextZoom(1)}
          />
          <Button look="quiet" icon={<Maximize2 size={15} />} label={t('graph.fit')} onClick={fit} />
        </div>
      </div>
    </div>
  )
}

type Placed = { id: string; x: number; y: number; column: number }
const byPlace = (a: Placed, b: Placed) => a.column - b.column || a.y - b.y

/** Left and right along the links, up and down within the column. */
function neighbour(map: AssetMap, places: ReadonlyMap<string, Placed>, id: string, key: string) {
  const here = places.get(id)
  const node = map.get(id)
  if (!here || !node) return undefined
  const nearest = (ids: string[]) =>
    ids
      .map(one => places.get(one))
      .filter(place => place !== undefined)
      .sort((a, b) => Math.abs(a.y - here.y) - Math.abs(b.y - here.y))[0]?.id
  const column = [...places.values()].filter(place => place.column === here.column).sort(byPlace)
  const at = column.findIndex(place => place.id === id)
  if (key === 'ArrowLeft') return nearest(node.parents)
  if (key === 'ArrowRight') return nearest(node.children)
  if (key === 'ArrowDown') return column[at + 1]?.id
  if (key === 'ArrowUp') return column[at - 1]?.id
  return undefined
}
