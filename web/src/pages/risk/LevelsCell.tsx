/** In a list of scenarios: the levels from the inherent to the residual one. */
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { Fragment } from 'react'
import { isRef, type Row } from '@/api/model'
import { useTranslation } from '@/i18n/react'
import { levelsOf } from '@/pages/matrix/matrix'
import { matrixQuery } from './api'
import { levelOf, STAGES } from './model/scenario'
import { RiskBadge } from './RiskBadge'

export default function LevelsCell({ row }: { row: Row }) {
  const { t, i18n } = useTranslation()
  const id = isRef(row.risk_matrix) ? row.risk_matrix.id : ''
  const matrix = useQuery({ ...matrixQuery(id), enabled: !!id }).data
  if (!matrix) return null
  const levels = levelsOf(matrix, i18n.language).risk
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      {STAGES.map((stage, at) => (
        <Fragment key={stage}>
          {at > 0 && <ChevronRight size={12} aria-hidden className="shrink-0 text-ink-faint" />}
          <span className="sr-only">{t(`risk.stages.${stage}`)}: </span>
          <RiskBadge level={levels[levelOf(row, stage, matrix) ?? -1]} />
        </Fragment>
      ))}
    </span>
  )
}
