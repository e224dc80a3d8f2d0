/** How a framework corresponds to others: drawn, and as a list. */
import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, ArrowRight, Waypoints } from 'lucide-react'
import { useRef } from 'react'
import { pageQuery } from '@/api/objects'
import { useTranslation } from '@/i18n/react'
import { to } from '@/resource/address'
import { cn } from '@/ui/cn'
import { Empty, Failed, Loading } from '@/ui/States'
import { useWidth } from '@/ui/table/fitting'
import type { DetailProps } from '../index'
import { frameworksQuery } from '../library/api'
import { mappingSetsQuery } from './api'
import { BOX, type Neighbour, neighbours, places } from './mapping'

export default function Mappings({ row }: DetailProps) {
  const { t } = useTranslation()
  const sets = useQuery(mappingSetsQuery)
  const frameworks = useQuery(frameworksQuery)
  if (sets.isPending || frameworks.isPending) return <Loading />
  if (!sets.data) return <Failed error={sets.error} retry={() => void sets.refetch()} />
  const all = neighbours(String(row.urn), sets.data, frameworks.data ?? [])
  if (all.length === 0) {
    return (
      <Empty title={t('framework.noMappings')} icon={<Waypoints />}>
        <p>{t('framework.noMappingsHelp')}</p>
        <Link
          to={to.list('stored-libraries')}
          search={{ kind: 'requirement_mapping_sets' } as never}
          className="rounded-sm text-accent-text underline underline-offset-3"
        >
          {t('framework.findMappings')}
        </Link>
      </Empty>
    )
  }
  return (
    <div className="flex max-w-5xl flex-col gap-6 px-5 py-6 lg:px-8">
      <Drawing name={String(row.ref_id || row.name)} all={all} />
      <List all={all} />
    </div>
  )
}

function Drawing({ name, all }: { name: string; all: Neighbour[] }) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const { middle, spots, height } = places(all.length, width)
  const enough = width >= 3 * BOX.width + 40
  return (
    <div ref={box}>
      {enough && (
        <div
          role="img"
          aria-label={t('framework.drawing', { name, others: all.map(one => one.name).join(', ') })}
          className="relative"
          style={{ height }}
        >
          <svg aria-hidden width={width} height={height} className="absolute inset-0">
            <defs>
              <marker
                id="tip"
                viewBox="0 0 8 8"
                refX="7"
                refY="4"
                markerWidth="8"
                markerHeight="8"
                orient="auto-start-reverse"
              >
                <path d="M0 0.5 7.5 4 0 7.5z" className="fill-line-strong" />
              </marker>
            </defs>
            {all.map((one, at) => {
              const spot = spots[at] as { x: number; y: number }
              const side = spot.x > middle.x ? 1 : -1
              const [x1, x2] = [
                middle.x + (side * BOX.width) / 2 + side * 3,
                spot.x - (side * BOX.width) / 2 - side * 3,
              ]
              const bend = (x2 - x1) / 2
              return (
                <path
                  key={one.urn}
                  d={`M${x1} ${middle.y} C${x1 + bend} ${middle.y} ${x2 - bend} ${spot.y} ${x2} ${spot.y}`}
                  className={cn('fill-none stroke-line-strong', !one.id && '[stroke-dasharray:4_4]')}
                  strokeWidth={1.5}
                  markerEnd={one.to.length > 0 ? 'url(#tip)' : undefined}
                  markerStart={one.from.length > 0 ? 'url(#tip)' : undefined}
                />
              )
            })}
          </svg>
          <Box spot={middle} className="border-accent bg-accent-soft font-semibold text-accent-text">
            {name}
          </Box>
          {all.map((one, at) => (
            <Box
              key={one.urn}
              spot={spots[at] as { x: number; y: number }}
              className={
                one.id ? 'border-line bg-raised shadow-sm' : 'border-line-strong border-dashed text-ink-soft'
              }
            >
              {one.name}
            </Box>
          ))}
        </div>
      )}
    </div>
  )
}

function Box({
  spot,
  className,
  children,
}: {
  spot: { x: number; y: number }
  className: string
  children: string
}) {
  return (
    <div
      title={children}
      className={cn(
        'absolute grid place-items-center rounded-md border px-2.5 text-center text-sm',
        className,
      )}
      style={{
        left: spot.x - BOX.width / 2,
        top: spot.y - BOX.height / 2,
        width: BOX.width,
        height: BOX.height,
      }}
    >
      <span className="line-clamp-2 leading-4.5">{children}</span>
    </div>
  )
}

function List({ all }: { all: Neighbour[] }) {
  const { t } = useTranslation()
  const lines = all.flatMap(one => [
    ...one.to.map(set => ({ one, set, there: true })),
    ...one.from.map(set => ({ one, set, there: false })),
  ])
  const counts = useQueries({
    queries: lines.map(line => pageQuery('requirement-mappings', { mapping_set: line.set.id }, 0, 1)),
  })
  return (
    <ul className="border-line border-b text-sm">
      {lines.map(({ one, set, there }, at) => {
        const Icon = there ? ArrowRight : ArrowLeft
        return (
          <li
            key={`${set.id} ${there}`}
            className="flex flex-wrap items-center gap-x-3 gap-y-0.5 border-line border-t py-2.5"
          >
            <Icon size={15} aria-hidden className="text-ink-faint" />
            <span className="min-w-0 grow basis-60">
              <span className="text-ink-soft">{t(there ? 'framework.mapTo' : 'framework.mapFrom')}</span>{' '}
              {one.id ? (
                <Link
                  to={to.item('frameworks', one.id)}
                  className="rounded-sm font-medium text-accent-text underline-offset-3 hover:underline"
                >
                  {one.name}
                </Link>
              ) : (
                <span className="font-medium">{one.name}</span>
              )}
              {!one.id && <span className="text-ink-faint"> {t('framework.notLoaded')}</span>}
            </span>
            <Link
              to={to.item('requirement-mapping-sets', set.id)}
              className="tabular rounded-sm text-ink-soft underline-offset-3 hover:underline"
            >
              {t('framework.pairs', { count: counts[at]?.data?.count ?? 0 })}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
