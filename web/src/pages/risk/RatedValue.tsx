/** A rating in a change, by the name that the matrix of its scenario gives it. */
import { useQuery } from '@tanstack/react-query'
import { isRef } from '@/api/model'
import { pageQuery } from '@/api/objects'
import { formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { levelsOf } from '@/pages/matrix/matrix'
import { matrixQuery, SCENARIOS } from './api'
import { RiskBadge } from './RiskBadge'

export default function RatedValue({ id, name, value }: { id: string; name: string; value: number }) {
  const { t, i18n } = useTranslation()
  // Asked for as a list, since a scenario that is gone, or not there yet, is no error here.
  const scenario = useQuery(pageQuery(SCENARIOS, { id }, 0, 1)).data?.results[0]
  const of = isRef(scenario?.risk_matrix) ? scenario.risk_matrix.id : ''
  const matrix = useQuery({ ...matrixQuery(of), enabled: !!of }).data
  if (value < 0) return <span className="text-ink-soft">{t('risk.unrated')}</span>
  const levels = matrix && levelsOf(matrix, i18n.language)
  if (levels && name.endsWith('_level')) return <RiskBadge level={levels.risk[value]} />
  const named = levels?.[name.endsWith('_proba') ? 'probability' : 'impact'][value]?.name
  return named ?? <span className="tabular">{formatNumber(value)}</span>
}
