/** What the summaries of an audit and of a campaign have in common. */
import type { ReactNode } from 'react'
import { formatNumber, formatShortDay } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'
import { daysLeft } from '../due/days'
import type { Tally } from './model/progress'
import { ResultBar } from './ResultBar'

interface FigureProps {
  value: string
  unit?: string
  label: string
  bad?: boolean
}

export function Figure({ value, unit, label, bad }: FigureProps) {
  return (
    <div className="shrink-0">
      <div className={cn('tabular font-[620] text-2xl leading-7 tracking-tight', bad && 'text-bad')}>
        {value}
        {unit && <span className="font-normal text-ink-soft text-sm tracking-normal"> {unit}</span>}
      </div>
      <div className="whitespace-nowrap text-ink-faint text-xs">{label}</div>
    </div>
  )
}

interface AssessedProps {
  total: Tally
  due: string | null
  done: boolean
  /** The results, one by one, as list items. */
  children: ReactNode
}

/** How much is assessed and with which results, until when. */
export function Assessed({ total, due, done, children }: AssessedProps) {
  const { t } = useTranslation()
  return (
    <div className="min-w-0 grow border-line sm:border-l sm:pl-6 max-sm:basis-full">
      <div className="mb-1 flex flex-wrap justify-between gap-x-4 text-ink-soft text-xs">
        <span>
          <span className="tabular font-semibold text-ink">{formatNumber(total.assessed)}</span>{' '}
          {t('audit.ofAssessed', { total: formatNumber(total.total) })}
        </span>
        {due && <Due day={due} done={done} />}
      </div>
      <ResultBar tally={total} className="h-2" />
      <ul className="mt-1.5 flex flex-wrap gap-x-3.5 text-ink-soft text-xs">{children}</ul>
    </div>
  )
}

function Due({ day, done }: { day: string; done: boolean }) {
  const { t } = useTranslation()
  const left = daysLeft(day)
  const late = left < 0 && !done
  return (
    <span className={cn(late && 'font-medium text-bad')}>
      {t('detail.due', { date: formatShortDay(day) })}
      {!done &&
        left <= 60 &&
        `, ${late ? t('due.late', { count: -left }) : left === 0 ? t('due.today') : t('due.left', { count: left })}`}
    </span>
  )
}
