/** A score of a scenario by the name that its level has on the matrix, instead of by its number. */
import { useQuery } from '@tanstack/react-query'
import { isRef } from '@/api/model'
import { itemQuery } from '@/api/objects'
import { useTranslation } from '@/i18n/react'
import { levelsOf } from '@/pages/matrix/matrix'
import { useWiring } from '@/ui/Field'
import { Skeleton } from '@/ui/States'
import { matrixQuery, SCENARIOS } from '../risk/api'

const SCORE = /^(?:inherent|current|residual)_(proba|impact)$/

/** Which scale a field of a scenario is on; none for other fields. */
export function scaleOf(path: string, field: string): 'probability' | 'impact' | null {
  const kind = path === SCENARIOS ? SCORE.exec(field)?.[1] : undefined
  return kind ? (kind === 'impact' ? 'impact' : 'probability') : null
}

interface Props {
  id: string
  scale: 'probability' | 'impact'
  value: unknown
  onChange: (value: number) => void
}

export function RatingLevel({ id, scale, value, onChange }: Props) {
  const { t, i18n } = useTranslation()
  const wiring = useWiring()
  const row = useQuery(itemQuery(SCENARIOS, id)).data
  const matrixId = isRef(row?.risk_matrix) ? row.risk_matrix.id : ''
  const matrix = useQuery({ ...matrixQuery(matrixId), enabled: !!matrixId }).data
  if (!matrix) return <Skeleton className="h-9 w-full" />
  return (
    <select
      {...wiring}
      autoFocus
      value={String(value ?? -1)}
      onChange={event => onChange(Number(event.target.value))}
      className="control"
    >
      <option value="-1">{t('form.notSet')}</option>
      {levelsOf(matrix, i18n.language)[scale].map((level, at) => (
        <option key={level.name} value={String(at)}>
          {level.name}
        </option>
      ))}
    </select>
  )
}
