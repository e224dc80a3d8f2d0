/** How the audit stands, in one line: score, maturity, results. Each result is a filter of the list. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatNumber, formatPercent } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'
import { scoreQuery } from './api'
import { RESULTS } from './model/tree'
import { ResultMark, useResultWords } from './ResultMark'
import { Assessed, Figure } from './SummaryParts'
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
      <Assessed total={total} due={audit.due_date} done={audit.status === 'done'}>
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
              {words.counted(result, total.results[result])}
            </button>
          </li>
        ))}
      </Assessed>
      {children}
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
