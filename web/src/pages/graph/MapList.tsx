/** The same map as a table: what each asset supports and what supports it. */

import { Link } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { Crosshair } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { useTranslation } from '@/i18n/react'
import { to } from '@/resource/address'
import { type Since, SinceLine } from '@/resource/past/useSince'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import type { AssetMap, AssetNode } from './assets'
import { depths } from './layout'

const CELL = 'border-line border-b px-2.5 py-1.5 text-left align-top first:pl-5 lg:first:pl-8'

const COLUMNS = [
  ['asset', 'w-3/10'],
  ['kind', 'w-24'],
  ['supports', 'w-3/10'],
  ['supportedBy', ''],
] as const

interface Props {
  map: AssetMap
  since: ReadonlyMap<string, Since>
  onFocus: (id: string) => void
}

export function MapList({ map, since, onFocus }: Props) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const nodes = useMemo(() => {
    const depth = depths(map)
    return [...map.values()].sort(
      (a, b) =>
        Number(b.primary) - Number(a.primary) ||
        Number(alone(a)) - Number(alone(b)) ||
        (depth.get(a.id) ?? 0) - (depth.get(b.id) ?? 0) ||
        a.name.localeCompare(b.name, undefined, { numeric: true }),
    )
  }, [map])
  const virtual = useVirtualizer({
    count: nodes.length,
    getScrollElement: () => box.current,
    estimateSize: () => 40,
    overscan: 20,
  })
  const shown = virtual.getVirtualItems()
  const above = shown[0]?.start ?? 0
  const below = virtual.getTotalSize() - (shown.at(-1)?.end ?? 0)
  return (
    <div ref={box} data-scroll tabIndex={-1} className="min-h-0 grow overflow-auto border-line border-t">
      <table aria-rowcount={nodes.length + 1} className="w-full min-w-2xl border-separate border-spacing-0">
        <thead className="sticky top-0 z-10 bg-surface">
          <tr aria-rowindex={1} className="text-ink-soft text-sm">
            {COLUMNS.map(([name, width]) => (
              <th key={name} scope="col" className={`${CELL} ${width} font-medium`}>
                {t(`graph.columns.${name}`)}
              </th>
            ))}
            <th scope="col" className={CELL}>
              <span className="sr-only">{t('graph.find')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {above > 0 && <Room height={above} />}
          {shown.map(({ index }) => {
            const node = nodes[index]
            if (!node) return null
            return (
              <tr key={node.id} ref={virtual.measureElement} data-index={index} aria-rowindex={index + 2}>
                <th scope="row" className={`${CELL} font-medium`}>
                  <AssetLink id={node.id} name={node.name} />
                  <SinceLine since={since.get(node.id)} />
                </th>
                <td className={CELL}>
                  <Badge tone={node.primary ? 'accent' : 'neutral'}>
                    {t(node.primary ? 'graph.primary' : 'graph.support')}
                  </Badge>
                </td>
                <td className={CELL}>
                  <Several map={map} ids={node.parents} />
                </td>
                <td className={CELL}>
                  <Several map={map} ids={node.children} />
                </td>
                <td className={CELL}>
                  <Button
                    size="sm"
                    look="quiet"
                    icon={<Crosshair size={15} />}
                    label={t('graph.focusOn', { name: node.name })}
                    onClick={() => onFocus(node.id)}
                  />
                </td>
              </tr>
            )
          })}
          {below > 0 && <Room height={below} />}
        </tbody>
      </table>
    </div>
  )
}

/** What has no links comes last of its kind. */
const alone = (node: AssetNode) => node.parents.length + node.children.length === 0

const SHOWN = 6

function Several({ map, ids }: { map: AssetMap; ids: string[] }) {
  if (ids.length === 0) return <span className="text-ink-faint">—</span>
  return (
    <span>
      {ids.slice(0, SHOWN).map((id, at) => (
        <span key={id}>
          {at > 0 && ', '}
          <AssetLink id={id} name={map.get(id)?.name ?? ''} />
        </span>
      ))}
      {ids.length > SHOWN && <span className="text-ink-soft"> +{ids.length - SHOWN}</span>}
    </span>
  )
}

function AssetLink({ id, name }: { id: string; name: string }) {
  return (
    <Link
      to={to.item('assets', id)}
      className="rounded-sm text-accent-text underline-offset-3 hover:underline"
    >
      {name}
    </Link>
  )
}

function Room({ height }: { height: number }) {
  return (
    <tr aria-hidden>
      <td colSpan={5} className="p-0" style={{ height }} />
    </tr>
  )
}
