/** One number, large, with how it has changed and how far it is from its target. */
import { Link } from '@tanstack/react-router'
import { ArrowDown, ArrowUp, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useDomains } from '@/api/domains'
import { formatShortDay } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { usePosture } from '@/pages/domain/posture'
import { Spark } from '@/pages/domain/Spark'
import { cn } from '@/ui/cn'
import type { Shown } from '../api'
import { isPercent, type Part, said } from './parts'

const plain = (shown: Shown) => ({ ...shown, aggregation: 'none' })

/** Whether more is what people want; null if nobody has said so. */
export function judged(shown: Shown, by: number): 'good' | 'bad' | null {
  if (shown.higher_is_better === null || by === 0) return null
  return by > 0 === shown.higher_is_better ? 'good' : 'bad'
}

export function reached(shown: Shown): boolean | null {
  if (shown.target === null || shown.value === null || shown.aggregation === 'count') return null
  return shown.higher_is_better === false ? shown.value <= shown.target : shown.value >= shown.target
}

export function Figure({ shown, parts, spark = true }: { shown: Shown; parts: Part[]; spark?: boolean }) {
  const { t } = useTranslation()
  const points = parts[0]?.points ?? []
  const isOver = reached(shown)
  return (
    <div className="flex h-full min-w-0 flex-col justify-center gap-0.5">
      <div className="flex items-center justify-between gap-3">
        <p className="tabular min-w-0 truncate font-semibold text-2xl">
          <Value shown={shown} />
        </p>
        {spark && shown.type !== 'breakdown' && <Spark trend={points} />}
      </div>
      <Change shown={shown} since={points[0]?.date} until={points.at(-1)?.date} />
      {shown.target !== null && (
        <p className={cn('truncate text-sm', isOver === false ? 'text-warn' : 'text-ink-soft')}>
          {t(isOver ? 'dashboard.targetReached' : 'dashboard.targetMissed', {
            value: said(plain(shown), shown.target),
          })}
        </p>
      )}
    </div>
  )
}

/** A count of a domain leads to the list that it counts. */
function Value({ shown }: { shown: Shown }) {
  if (shown.value === null) return '—'
  const words = said(shown, shown.value)
  const isCount = shown.kind === 'builtin' && shown.type === 'number' && shown.resource === 'folders'
  return isCount && shown.value > 0 ? <Counted shown={shown}>{words}</Counted> : words
}

function Counted({ shown, children }: { shown: Shown; children: string }) {
  const root = useDomains().uuid
  const posture = usePosture()
  const measure = posture.data?.measures.find(one => one.name === shown.metric_key)
  if (!measure) return children
  const domain = shown.object && shown.object.id !== root ? { domain: shown.object.id } : {}
  return (
    <Link
      to={`/${measure.resource}`}
      search={{ ...measure.query, ...domain } as never}
      className="rounded-sm underline decoration-line-strong decoration-1 underline-offset-4 hover:decoration-current"
    >
      {children}
      <span className="sr-only"> {shown.title}</span>
    </Link>
  )
}

function Change({ shown, since, until }: { shown: Shown; since?: string; until?: string }) {
  const { t } = useTranslation()
  if (shown.value === null || shown.previous === null || shown.aggregation === 'count') return null
  if (!since || since === until) return null
  const by = Math.round((shown.value - shown.previous) * 100) / 100
  const day = formatShortDay(since)
  const verdict = judged(shown, by)
  const line = (icon: ReactNode, words: string) => (
    <p
      className={cn(
        'flex min-w-0 items-center gap-1 text-sm',
        verdict === 'good' ? 'text-good' : verdict === 'bad' ? 'text-bad' : 'text-ink-soft',
      )}
    >
      <span aria-hidden className="shrink-0 [&_svg]:size-3.5">
        {icon}
      </span>
      <span className="truncate" title={words}>
        {words}
      </span>
    </p>
  )
  if (by === 0) return line(<Minus />, t('dashboard.same', { day }))
  // The distance between two levels has no name.
  const much = shown.levels
    ? said(plain(shown), shown.previous)
    : isPercent(shown)
      ? t('dashboard.points', { count: Math.abs(by) })
      : said(plain(shown), Math.abs(by))
  if (shown.levels) return line(by > 0 ? <ArrowUp /> : <ArrowDown />, t('dashboard.was', { much, day }))
  return by > 0
    ? line(<ArrowUp />, t('dashboard.more', { much, day }))
    : line(<ArrowDown />, t('dashboard.less', { much, day }))
}
