/** One control on the timeline. Dates outside the shown period are indicated at its edge. */
import { Link } from '@tanstack/react-router'
import { type Resource, type Row, title } from '@/api/model'
import { formatDate, formatPercent } from '@/i18n/format'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { to } from '@/resource/address'
import { DeletedSince, MARK } from '@/resource/past/Marked'
import type { Since } from '@/resource/past/useSince'
import { tone } from '@/resource/value/tone'
import { Badge } from '@/ui/Badge'
import { cn } from '@/ui/cn'
import { Skeleton } from '@/ui/States'
import { daysLeft } from '../due/days'
import type { Scale } from './scale'

interface Props {
  resource: Resource
  row: Row | undefined
  scale: Scale
  now: string
  /** What has happened to it since, while the past is viewed. */
  since: Since | undefined
}

const day = (value: unknown) => (typeof value === 'string' ? value : undefined)

export function Line({ resource, row, scale, now, since }: Props) {
  const labels = useLabels()
  if (!row)
    return (
      <div className="px-8 py-4">
        <Skeleton className="h-3 w-1/2" />
      </div>
    )
  const status = resource.fields.find(field => field.name === 'status')
  const choice = status?.choices?.find(choice => choice.key === row.status)
  return (
    <div className="timeline-grid h-full border-line border-b hover:bg-hover">
      <div className="flex min-w-0 items-center gap-2 px-5 max-md:bg-surface max-md:pt-1 md:px-8 md:pr-3">
        <Link
          to={to.item(resource.path, row.id)}
          className="min-w-0 grow truncate rounded-sm font-medium underline-offset-3 hover:underline"
          title={[title(row, resource), ...(since?.lines ?? [])].join('\n')}
        >
          {since && !since.deleted ? (
            <span data-changed className={MARK}>
              {title(row, resource)}
              <span className="sr-only"> ({since.lines.join(', ')})</span>
            </span>
          ) : (
            title(row, resource)
          )}
        </Link>
        {since?.deleted && (
          <span className="shrink-0">
            <DeletedSince />
          </span>
        )}
        {status && choice && choice.key !== '--' && (
          <span className="shrink-0">
            <Badge tone={tone(choice.key, choice.label)}>{labels.choice(resource, status, choice)}</Badge>
          </span>
        )}
      </div>
      <Track row={row} scale={scale} now={now} />
    </div>
  )
}

function Track({ row, scale, now }: { row: Row; scale: Scale; now: string }) {
  const { t } = useTranslation()
  const [start, eta, expiry] = [day(row.start_date), day(row.eta), day(row.expiry_date)]
  const inForce = row.status === 'active'
  const given = row.status === 'deprecated'
  const late = eta !== undefined && !inForce && !given && eta < now
  const expired = expiry !== undefined && !given && expiry < now
  const progress = typeof row.progress_field === 'number' ? row.progress_field : 0
  const words = [
    start && t('timeline.starts', { date: formatDate(start) }),
    eta && t('timeline.due', { date: formatDate(eta) }),
    late && eta && t('due.late', { count: -daysLeft(eta, now) }),
    progress > 0 && progress < 100 && t('timeline.progress', { percent: formatPercent(progress) }),
    expiry && t(expired ? 'timeline.expired' : 'timeline.expires', { date: formatDate(expiry) }),
  ].filter(Boolean)
  if (!start && !eta && !expiry)
    return (
      <div className="flex items-center px-3 text-ink-faint text-sm max-md:px-5">{t('timeline.noDates')}</div>
    )
  const from = start ?? eta
  const until = eta ?? (start && !expiry ? start : undefined)
  const days = [start, eta, expiry].filter(one => one !== undefined)
  const before = days.every(one => scale.at(one) < 0) && !late
  const after = days.every(one => scale.at(one) > 1)
  const tint = late ? 'bg-failed' : inForce ? 'bg-done' : given ? 'bg-apart' : 'bg-info'
  return (
    <div className="relative h-full overflow-hidden max-md:h-5" title={words.join('\n')}>
      <span className="sr-only">{words.join(', ')}</span>
      {before && <Edge side="left" text={formatDate(days.at(-1) as string)} />}
      {after && <Edge side="right" text={formatDate(days[0] as string)} />}
      {start && eta && start < eta && (
        <Bar
          scale={scale}
          from={start}
          to={eta}
          done={inForce || given ? undefined : progress}
          className={cn('h-2.5', tint)}
        />
      )}
      {late && eta && <Bar scale={scale} from={eta} to={now} className="late-bar h-2.5" />}
      {expiry && (until ?? from) && (
        <Bar
          scale={scale}
          from={(until ?? from) as string}
          to={expiry}
          className={cn('h-0 border-t-2 border-dashed', expired ? 'border-bad' : 'border-line-strong')}
        />
      )}
      {start && !(eta && start < eta) && (
        <Point scale={scale} day={start} className={cn('size-2 rounded-full', tint)} />
      )}
      {eta && <Point scale={scale} day={eta} className={cn('size-3 rotate-45 rounded-[2px]', tint)} />}
      {expiry && (
        <Point
          scale={scale}
          day={expiry}
          className={cn(
            'size-3 rotate-45 rounded-[2px] border-2 bg-surface',
            expired ? 'border-bad' : 'border-line-strong',
          )}
        />
      )}
    </div>
  )
}

const MIDDLE = 'absolute top-1/2'

interface BarProps {
  scale: Scale
  from: string
  to: string
  /** How far it is, in percent: what is still to come is pale. */
  done?: number
  className: string
}

function Bar({ scale, from, to, done, className }: BarProps) {
  const [begin, end] = [scale.at(from), scale.at(to)]
  const [left, right] = [Math.max(0, begin), Math.min(1, end)]
  if (right <= 0 || left >= 1 || right <= left) return null
  const place = (until: number) => ({ left: `${left * 100}%`, width: `${(until - left) * 100}%` })
  const reached = done === undefined ? right : Math.min(right, begin + (end - begin) * (done / 100))
  const shape = cn(MIDDLE, '-translate-y-1/2 rounded-full', className)
  return (
    <>
      {reached < right && <span aria-hidden className={cn(shape, 'opacity-35')} style={place(right)} />}
      {reached > left && <span aria-hidden className={shape} style={place(reached)} />}
    </>
  )
}

function Point({ scale, day, className }: { scale: Scale; day: string; className: string }) {
  const at = scale.at(day)
  if (at < 0 || at > 1) return null
  return (
    <span
      aria-hidden
      className={cn(MIDDLE, '-translate-x-1/2 -translate-y-1/2', className)}
      style={{ left: `${at * 100}%` }}
    />
  )
}

function Edge({ side, text }: { side: 'left' | 'right'; text: string }) {
  return (
    <span
      aria-hidden
      className={cn(
        MIDDLE,
        '-translate-y-1/2 rounded bg-surface px-1 text-ink-faint text-xs',
        side === 'left' ? 'left-1' : 'right-2',
      )}
    >
      {side === 'left' ? `← ${text}` : `${text} →`}
    </span>
  )
}
