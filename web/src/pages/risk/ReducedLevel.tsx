/** Beside a scenario on the page of a control: what the control does, or will do, to its level. */
import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { isRef, type Row } from '@/api/model'
import { useTranslation } from '@/i18n/react'
import { levelsOf } from '@/pages/matrix/matrix'
import { matrixQuery } from './api'
import { levelOf, type Stage } from './model/scenario'
import { RiskBadge } from './RiskBadge'

function Reduced({ row, stages }: { row: Row; stages: [Stage, Stage] }) {
  const { t, i18n } = useTranslation()
  const id = isRef(row.risk_matrix) ? row.risk_matrix.id : ''
  const matrix = useQuery({ ...matrixQuery(id), enabled: !!id }).data
  if (!matrix) return null
  const levels = levelsOf(matrix, i18n.language).risk
  const badge = (stage: Stage) => (
    <>
      <span className="sr-only">{t(`risk.stages.${stage}`)}: </span>
      <RiskBadge level={levels[levelOf(row, stage, matrix) ?? -1]} />
    </>
  )
  return (
    <span className="inline-flex items-center gap-1.5">
      {badge(stages[0])}
      <ArrowRight size={13} aria-hidden className="shrink-0 text-ink-faint" />
      {badge(stages[1])}
    </span>
  )
}

/** An existing control has taken the risk from its inherent level to the current one. */
export const ReducedToday = ({ row }: { row: Row }) => <Reduced row={row} stages={['inherent', 'current']} />

/** A planned one will take it from the current level to the residual one. */
export const ReducedOnceActive = ({ row }: { row: Row }) => (
  <Reduced row={row} stages={['current', 'residual']} />
)
