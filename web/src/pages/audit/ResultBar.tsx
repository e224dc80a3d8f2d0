/** Results as a bar, in their fixed order. What is not assessed is the rest of the track. */

import { formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'
import type { Tally } from './model/progress'
import { RESULTS } from './model/tree'
import { FILLS, useResultWords } from './ResultMark'

export function ResultBar({ tally, className }: { tally: Tally; className?: string }) {
  const { t } = useTranslation()
  const words = useResultWords()
  const parts = RESULTS.filter(result => tally.results[result] > 0)
  const said = parts.map(
    result => `${formatNumber(tally.results[result])} ${words.counted(result, tally.results[result])}`,
  )
  return (
    <span
      role="img"
      aria-label={t('audit.barLabel', {
        assessed: formatNumber(tally.assessed),
        total: formatNumber(tally.total),
        parts: said.join(', '),
      })}
      className={cn('flex h-1 gap-[1.5px] overflow-hidden rounded-full bg-track', className)}
    >
      {parts.map(result => (
        <span key={result} className={FILLS[result]} style={{ flexGrow: tally.results[result] }} />
      ))}
    </span>
  )
}
