/** Two rings: sections outside, darker the more of them is assessed; results inside. */

import { formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'
import { ringPath, shares } from './model/chart'
import { nameOf, RESULTS, type Result } from './model/tree'
import { useResultWords } from './ResultMark'
import { useWork } from './work'

const FILLS: Record<Result, string> = {
  compliant: 'fill-done',
  partially_compliant: 'fill-partly',
  non_compliant: 'fill-failed',
  not_applicable: 'fill-apart',
  not_assessed: 'fill-track',
}

export function Sunburst({ size, onSection }: { size: number; onSection?: (id: string) => void }) {
  const { t } = useTranslation()
  const words = useResultWords()
  const { sections, tallies, total } = useWork()
  const parts = sections.flatMap(section => {
    const tally = tallies.get(section.id)
    return tally && tally.total > 0 ? [{ section, tally }] : []
  })
  const outer = shares(parts.map(part => part.tally.total))
  const inner = shares(RESULTS.map(result => total.results[result]))
  const said = RESULTS.filter(result => total.results[result] > 0).map(
    result => `${formatNumber(total.results[result])} ${words.counted(result, total.results[result])}`,
  )
  return (
    <svg
      viewBox="0 0 100 100"
      width={size}
      height={size}
      role="img"
      aria-label={t('audit.chartLabel', { parts: said.join(', '), count: parts.length })}
      className="shrink-0"
    >
      {parts.map(({ section, tally }, at) => (
        <path
          key={section.id}
          d={ringPath(outer[at] ?? { from: 0, to: 0 }, 37, 49, 50, 0.006)}
          className={cn('fill-accent', onSection && 'cursor-pointer hover:opacity-100')}
          fillOpacity={0.22 + 0.7 * (tally.assessed / tally.total)}
          onClick={onSection && (() => onSection(section.id))}
        >
          <title>{`${section.ref_id ?? ''} ${nameOf(section)}: ${t('audit.of', { some: formatNumber(tally.assessed), all: formatNumber(tally.total) })}`}</title>
        </path>
      ))}
      {RESULTS.map((result, at) => (
        <path
          key={result}
          d={ringPath(inner[at] ?? { from: 0, to: 0 }, 18, 34, 50, 0.006)}
          className={FILLS[result]}
        >
          <title>{`${words.full(result)}: ${formatNumber(total.results[result])}`}</title>
        </path>
      ))}
    </svg>
  )
}
