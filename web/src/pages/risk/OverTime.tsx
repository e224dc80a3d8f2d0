/** How the risks have changed: scenarios by level, at each change. The table says the same in numbers. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { ChartColumnStacked } from 'lucide-react'
import { useState } from 'react'
import { get } from '@/api/client'
import { formatNumber, formatShortDay } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { levelsOf, type MatrixDefinition } from '@/pages/matrix/matrix'
import { cn } from '@/ui/cn'
import { Segments } from '@/ui/Segments'
import { Empty, Failed, Loading } from '@/ui/States'
import { ASSESSMENTS, type Assessment } from './api'
import { STAGES, type Stage } from './model/scenario'
import { type Point, thinned } from './model/timeline'
import { fill } from './RiskBadge'

const timelineQuery = (id: string) =>
  queryOptions({
    queryKey: ['item', ASSESSMENTS, id, 'timeline'],
    queryFn: async ({ signal }) =>
      (await get<{ points: Point[] }>(`${ASSESSMENTS}/${id}/risk_timeline/`, undefined, signal)).points,
    staleTime: 30_000,
  })

/** As many columns as can be told apart. */
const SHOWN = 24

export default function OverTime({
  assessment,
  matrix,
}: {
  assessment: Assessment
  matrix: MatrixDefinition
}) {
  const { t, i18n } = useTranslation()
  const [stage, setStage] = useState<Stage>('current')
  const found = useQuery(timelineQuery(assessment.id))
  if (found.isPending) return <Loading />
  if (found.error) return <Failed error={found.error} retry={() => void found.refetch()} />
  const points = thinned(found.data, SHOWN)
  if (points.length === 0)
    return (
      <Empty title={t('risk.noTime')} icon={<ChartColumnStacked />}>
        <p>{t('risk.noTimeHelp')}</p>
      </Empty>
    )
  const risk = levelsOf(matrix, i18n.language).risk
  const levels = [
    ...risk.map((level, at) => ({ key: String(at), name: level.name, level })).reverse(),
    { key: '-1', name: t('risk.unrated'), level: undefined },
  ]
  const most = Math.max(1, ...points.map(point => point.count))
  return (
    <div className="flex flex-col gap-6 overflow-y-auto px-5 py-5 lg:px-8">
      <Segments
        label={t('risk.stage')}
        value={stage}
        segments={STAGES.map(value => ({ value, label: t(`risk.stages.${value}`) }))}
        onChange={setStage}
      />
      <figure className="flex flex-col gap-3">
        <figcaption className="flex flex-wrap items-center justify-between gap-3">
          <span className="font-medium">{t('risk.byLevel')}</span>
          <ul className="flex flex-wrap gap-x-3 text-ink-soft text-xs">
            {levels.map(({ key, name, level }) => (
              <li key={key} className="flex items-center gap-1.5">
                <Swatch level={level} />
                {name}
              </li>
            ))}
          </ul>
        </figcaption>
        <div aria-hidden className="flex h-52 items-end gap-1 border-line border-b">
          {points.map(point => (
            <div key={point.date} className="flex h-full min-w-0 max-w-16 grow flex-col justify-end">
              <span className="tabular text-center text-ink-soft text-xs">{formatNumber(point.count)}</span>
              <div
                className="flex flex-col gap-[1.5px] overflow-hidden rounded-t-sm"
                style={{ height: `${(point.count / most) * 88}%` }}
              >
                {levels.map(({ key, level }) => {
                  const count = point[stage][key] ?? 0
                  return (
                    count > 0 && (
                      <span
                        key={key}
                        style={{ ...fill(level), flexGrow: count }}
                        className={cn(
                          'grid min-h-0 place-items-center overflow-hidden text-xs leading-none [print-color-adjust:exact]',
                          !level?.colour && 'bg-track text-ink-soft',
                        )}
                      >
                        {formatNumber(count)}
                      </span>
                    )
                  )
                })}
              </div>
            </div>
          ))}
        </div>
        <div aria-hidden className="flex gap-1">
          {points.map((point, at) => (
            <span
              key={point.date}
              className={cn(
                'min-w-0 max-w-16 grow basis-0 truncate text-center text-ink-soft text-xs',
                points.length > 12 && at % 3 !== 0 && 'invisible',
              )}
            >
              {formatShortDay(point.date)}
            </span>
          ))}
        </div>
      </figure>
      <div className="overflow-x-auto">
        <table className="w-full max-w-3xl text-sm">
          <caption className="sr-only">{t('risk.byLevel')}</caption>
          <thead>
            <tr className="text-ink-soft">
              <th scope="col" className="border-line border-b py-1.5 pr-3 text-left font-medium">
                {t('risk.day')}
              </th>
              {levels.map(({ key, name }) => (
                <th key={key} scope="col" className="border-line border-b px-3 py-1.5 text-right font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...points].reverse().map(point => (
              <tr key={point.date}>
                <th scope="row" className="border-line border-b py-1.5 pr-3 text-left font-normal">
                  {formatShortDay(point.date)}
                </th>
                {levels.map(({ key }) => (
                  <td
                    key={key}
                    className={cn(
                      'tabular border-line border-b px-3 py-1.5 text-right',
                      !point[stage][key] && 'text-ink-faint',
                    )}
                  >
                    {formatNumber(point[stage][key] ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

function Swatch({ level }: { level: Parameters<typeof fill>[0] }) {
  return (
    <span
      aria-hidden
      style={fill(level)}
      className={cn('size-3 rounded-sm [print-color-adjust:exact]', !level?.colour && 'bg-track')}
    />
  )
}
