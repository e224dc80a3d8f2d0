/** What the signs on the heat map mean: the way of a scenario, the levels, and what is tolerated. */
import { useTranslation } from '@/i18n/react'
import type { DrawnLevel } from '@/pages/matrix/matrix'
import { type Scenario, STAGES } from './model/scenario'
import { StageMark } from './Overlay'
import { fill } from './RiskBadge'

interface Props {
  chosen: Scenario | null
  levels: DrawnLevel[]
  tolerated: DrawnLevel | undefined
}

export function Legend({ chosen, levels, tolerated }: Props) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-2 text-ink-soft text-xs">
      <ul aria-label={t('riskMatrix.risks')} className="flex flex-wrap gap-x-3 gap-y-1">
        {levels.map(level => (
          <li key={level.name} className="flex items-center gap-1.5">
            <span
              aria-hidden
              style={fill(level)}
              className="grid h-4 min-w-4 place-items-center rounded-sm bg-sunken px-0.5 font-medium text-[11px] leading-none [print-color-adjust:exact]"
            >
              {level.short}
            </span>
            {level.name}
          </li>
        ))}
      </ul>
      <ul aria-label={t('risk.signs')} className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {chosen && (
          <>
            {chosen.ref_id && <li className="tabular font-semibold text-ink">{chosen.ref_id}</li>}
            {STAGES.map(stage => (
              <li key={stage} className="flex items-center gap-1.5">
                <StageMark stage={stage} />
                {t(`risk.stages.${stage}`)}
              </li>
            ))}
          </>
        )}
        {tolerated && (
          <li className="flex items-center gap-1.5">
            <svg viewBox="0 0 18 10" aria-hidden className="h-2.5 w-4.5 text-ink">
              <path d="M1 1V5H9V9H17" fill="none" stroke="currentColor" strokeWidth="2" />
            </svg>
            {t('risk.tolerated', { level: tolerated.name })}
          </li>
        )}
      </ul>
    </div>
  )
}
