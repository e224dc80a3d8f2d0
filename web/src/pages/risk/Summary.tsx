/** How an assessment stands: its scenarios by level, and how many are above what is tolerated. */

import { formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { levelsOf, type MatrixDefinition } from '@/pages/matrix/matrix'
import { Figure } from '../audit/SummaryParts'
import type { Assessment } from './api'
import { isAbove, levelOf, type Scenario } from './model/scenario'
import { fill } from './RiskBadge'
import { Tolerance } from './Tolerance'

interface Props {
  assessment: Assessment
  matrix: MatrixDefinition
  scenarios: Scenario[]
  editable: boolean
}

export function Summary({ assessment, matrix, scenarios, editable }: Props) {
  const { t, i18n } = useTranslation()
  const tolerance = assessment.risk_tolerance
  const levels = levelsOf(matrix, i18n.language).risk
  const now = scenarios.map(one => levelOf(one, 'current', matrix))
  const planned = scenarios.map(one => levelOf(one, 'residual', matrix) ?? levelOf(one, 'current', matrix))
  const above = (all: (number | null)[]) => all.filter(level => isAbove(level, tolerance)).length
  const counted = levels
    .map((level, at) => ({ level, count: now.filter(one => one === at).length }))
    .reverse()
    .filter(one => one.count > 0)
  const unrated = now.filter(one => one === null).length
  return (
    <div className="flex flex-wrap items-center gap-x-8 gap-y-3">
      <Figure
        value={formatNumber(scenarios.length)}
        label={t('risk.scenariosLabel', { count: scenarios.length })}
      />
      <Tolerance assessment={assessment} levels={levels} editable={editable} />
      {tolerance >= 0 && (
        <>
          <Figure bad={above(now) > 0} value={formatNumber(above(now))} label={t('risk.aboveToday')} />
          <Figure value={formatNumber(above(planned))} label={t('risk.abovePlanned')} />
        </>
      )}
      <div className="min-w-0 grow basis-72 border-line sm:border-l sm:pl-6">
        <div
          aria-hidden
          className="flex h-2 gap-[1.5px] overflow-hidden rounded-full bg-track [print-color-adjust:exact]"
        >
          {counted.map(({ level, count }) => (
            <span key={level.name} style={{ ...fill(level), flexGrow: count }} className="bg-apart" />
          ))}
          {unrated > 0 && <span style={{ flexGrow: unrated }} />}
        </div>
        <ul className="mt-1.5 flex flex-wrap gap-x-3.5 text-ink-soft text-xs">
          {counted.map(({ level, count }) => (
            <li key={level.name} className="inline-flex min-h-6 items-center gap-1.5">
              <span
                aria-hidden
                style={fill(level)}
                className="size-3 rounded-sm bg-sunken [print-color-adjust:exact]"
              />
              <span className="tabular font-semibold">{formatNumber(count)}</span>
              {level.name.toLowerCase()}
            </li>
          ))}
          {unrated > 0 && (
            <li className="inline-flex min-h-6 items-center gap-1.5">
              <span aria-hidden className="size-3 rounded-sm border border-line-strong border-dashed" />
              <span className="tabular font-semibold">{formatNumber(unrated)}</span>
              {t('risk.unrated').toLowerCase()}
            </li>
          )}
        </ul>
      </div>
    </div>
  )
}
