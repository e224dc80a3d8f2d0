/** How the audit stands, in one line: score, maturity, results. Each result is a filter of the list. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatPercent, formatShortDay } from '@/i18n/format'
import { daysLeft } from '@/pages/due/days'
import { cn } from '@/ui/cn'
import { scoreQuery } from './api'
import { RESULTS } from './model/tree'
import { ResultBar } from './ResultBar'
import { ResultMark, useResultWords } from './ResultMark'
import { Sunburst } from './Sunburst'
import { useSearchState } from './usePage'
import { useWork } from './work'

export function Summary({ children }: { children?: ReactNode }) {
  const { t } = useTranslation()
  const words = useResultWords()
  const { audit, total } = useWork()
  const [search, set] = useSearchState()
  const share = total.total > 0 ? (total.assessed / total.total) * 100 : 0
  return (
    <div className="flex items-center gap-x-6 gap-y-3 max-sm:flex-wrap">
      <Sunburst size={68} />
      <Figure value={formatPercent(share)} label={t('audit.assessed')} />
      <Maturity />
      <div className="min-w-0 grow border-line sm:border-l sm:pl-6 max-sm:basis-full">
        <div className="mb-1 flex flex-wrap justify-between gap-x-4 text-ink-soft text-xs">
          <span>
            <span className="tabular font-semibold text-ink">{formatNumber(total.assessed)}</span>{' '}
            {t('audit.ofAssessed', { total: formatNumber(total.total) })}
          </span>
          {audit.due_date && <Due day={audit.due_date} done={audit.status === 'done'} />}
        </div>
        <ResultBar tally={total} className="h-2" />
        <ul className="mt-1.5 flex flex-wrap gap-x-3.5 text-ink-soft text-xs">
          {RESULTS.map(result => (
            <li key={result}>
              <button
                type="button"
                aria-pressed={search.result === result}
                onClick={() => set({ tab: undefined, result: search.result === result ? undefined : result })}
                className={cn(
                  'inline-flex min-h-6 items-center gap-1.5 rounded-sm underline-offset-3 hover:text-ink hover:underline',
                  search.result === result && 'text-ink underline',
                )}
              >
                <ResultMark result={result} size={13} />
                <span className={cn('tabular font-semibold', total.results[result] > 0 && 'text-ink')}>
                  {formatNumber(total.results[result])}
                </span>
                {words.full(result).toLowerCase()}
              </button>
            </li>
          ))}
        </ul>
      </div>
      {children}
    </div>
  )
}

function Figure({ value, unit, label }: { value: string; unit?: string; label: string }) {
  return (
    <div className="shrink-0">
      <div className="tabular font-[620] text-2xl leading-7 tracking-tight">
        {value}
        {unit && <span className="font-normal text-ink-soft text-sm tracking-normal"> {unit}</span>}
      </div>
      <div className="whitespace-nowrap text-ink-faint text-xs">{label}</div>
    </div>
  )
}

/** The average score, while something is scored. */
function Maturity() {
  const { t } = useTranslation()
  const { audit } = useWork()
  const score = useQuery(scoreQuery(audit.id)).data
  const value = score?.maturity_score
  if (!score?.scoring_enabled || value === null || value === undefined || value < 0) return null
  const rounded = Math.round(value * 10) / 10
  const most = score.total_max_score ?? score.max_score
  return (
    <div className="max-[1180px]:sm:hidden">
      <Figure
        value={formatNumber(rounded)}
        unit={t('audit.ofMost', { most: formatNumber(most) })}
        label={t('audit.maturity')}
      />
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
