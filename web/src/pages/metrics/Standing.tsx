/** On the page of a metric: its value against the target, whether it is up to date, its values over time. */
import { useQuery } from '@tanstack/react-query'
import { ChartLine, Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useModel } from '@/api/model'
import { pageQuery } from '@/api/objects'
import { may, useUser } from '@/api/user'
import { formatDateTime, formatShortDay } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { cn } from '@/ui/cn'
import { Failed, Skeleton } from '@/ui/States'
import type { DetailProps } from '..'
import type { Shown } from '../dashboards/api'
import { Figure } from '../dashboards/charts/Figure'
import { Lines } from '../dashboards/charts/Lines'
import { said, useParts } from '../dashboards/charts/parts'
import { useSize } from '../dashboards/charts/useSize'
import { dayNumber, today } from '../due/days'
import { expectedOn, type Metric, SAMPLES, type Sample, shownOf } from './metric'

const SampleDialog = lazy(() => import('./SampleDialog'))

/** More points than a line can show; the tab has all values. */
const POINTS = 200
const LATEST = 5

export default function Standing({ row }: DetailProps) {
  const { t, i18n } = useTranslation()
  const metric = row as Metric
  const samples = useModel().resources[SAMPLES]
  const user = useUser()
  const [entering, setEntering] = useState(false)
  const found = useQuery({
    ...pageQuery<Sample>(SAMPLES, { metric_instance: row.id, ordering: '-timestamp' }, 0, POINTS),
    enabled: !!samples,
  })
  if (!samples) return null
  const mayEnter =
    samples.permissions.add && !samples.read_only && may(user, 'add_custommetricsample', metric.folder.id)
  const enter = mayEnter && (
    <Button look="primary" onClick={() => setEntering(true)}>
      <Plus size={15} aria-hidden />
      {t('metric.enter')}
    </Button>
  )
  const all = found.data?.results ?? []
  return (
    <section
      aria-label={t('metric.standing')}
      className="flex flex-col gap-3 rounded-lg border border-line bg-raised px-4 py-3.5 shadow-sm"
    >
      {found.error ? (
        <Failed error={found.error} retry={() => void found.refetch()} />
      ) : !found.data ? (
        <Skeleton className="h-80 w-full rounded-md" />
      ) : all.length === 0 ? (
        <div className="flex flex-col items-center gap-3 py-8 text-center text-ink-soft">
          <ChartLine size={20} aria-hidden className="text-ink-faint" />
          <p>{t('metric.none')}</p>
          {enter}
        </div>
      ) : (
        <>
          <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
            <Now shown={shownOf(metric, all, i18n.language)} metric={metric} />
            {enter}
          </div>
          <Trend shown={shownOf(metric, all, i18n.language)} />
          <Latest shown={shownOf(metric, all, i18n.language)} samples={all.slice(0, LATEST)} />
        </>
      )}
      {entering && (
        <Suspense fallback={null}>
          <SampleDialog metric={metric} onClose={() => setEntering(false)} />
        </Suspense>
      )}
    </section>
  )
}

function Now({ shown, metric }: { shown: Shown; metric: Metric }) {
  const { t } = useTranslation()
  const parts = useParts(shown)
  const last = shown.series[0]?.points.at(-1)
  const days = last ? dayNumber(today()) - dayNumber(last.date) : 0
  const next = last?.at ? expectedOn(last.at, metric.collection_frequency) : null
  const isLate = metric.status === 'stale' || (metric.status === 'active' && !!next && next < today())
  return (
    <div className="min-w-0">
      <Figure shown={shown} parts={parts} spark={false} />
      <p className={cn('mt-1 text-sm', isLate ? 'font-medium text-warn' : 'text-ink-soft')}>
        {days > 0 ? t('metric.lastDays', { count: days }) : t('metric.lastToday')}{' '}
        {next && t(isLate ? 'metric.wasExpected' : 'metric.isExpected', { day: formatShortDay(next) })}
      </p>
    </div>
  )
}

function Trend({ shown }: { shown: Shown }) {
  const [ref, size] = useSize()
  const parts = useParts(shown)
  if ((shown.series[0]?.points.length ?? 0) < 2) return null
  return (
    <div ref={ref} className="h-56">
      {size && <Lines shown={shown} parts={parts} size={size} area={!shown.levels} />}
    </div>
  )
}

function Latest({ shown, samples }: { shown: Shown; samples: Sample[] }) {
  const { t } = useTranslation()
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{t('metric.latest')}</caption>
      <thead className="text-ink-soft">
        <tr className="border-line border-b">
          <th scope="col" className="py-1.5 pr-3 text-left font-medium">
            {t('metric.when')}
          </th>
          <th scope="col" className="py-1.5 pr-3 text-right font-medium">
            {t('metric.value')}
          </th>
          <th scope="col" className="py-1.5 pl-5 text-left font-medium">
            {t('metric.note')}
          </th>
        </tr>
      </thead>
      <tbody>
        {samples.map(sample => (
          <tr key={sample.id} className="border-line [&+&]:border-t">
            <td className="tabular whitespace-nowrap py-1.5 pr-3">{formatDateTime(sample.timestamp)}</td>
            <td className="tabular py-1.5 pr-3 text-right font-medium">
              {sample.raw_value === null ? '—' : said(shown, sample.raw_value)}
            </td>
            <td className="w-3/5 py-1.5 pl-5 text-ink-soft">{sample.observation}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
