/** The what-if against the present in numbers: measures, risks on their map, levels, audits. */
import { FlaskConical } from 'lucide-react'
import { enterDraft } from '@/api/draft'
import { useDraft } from '@/api/useDraft'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { Empty } from '@/ui/States'
import { SCENARIOS } from '../risk/api'
import { Audits } from './Audits'
import type { Comparison, FullDraft } from './api'
import { LevelBars } from './LevelBars'
import { Measures } from './Measures'
import { RiskMoves } from './RiskMoves'

export default function Compared({ draft, comparison }: { draft: FullDraft; comparison: Comparison }) {
  const { t } = useTranslation()
  const here = useDraft() === draft.id
  if (comparison.steps === 0)
    return (
      <Empty title={t('compared.empty')} icon={<FlaskConical />}>
        <p>{t('compared.emptyHelp')}</p>
        {!here && draft.is_mine && (
          <Button onClick={() => enterDraft(draft.id, '/')}>{t('compared.goOn')}</Button>
        )}
      </Empty>
    )
  const scenarios = comparison.objects.filter(one => one.resource === SCENARIOS)
  return (
    <div className="@container flex flex-col gap-8 overflow-y-auto px-5 py-5 lg:px-8">
      <Measures draft={draft.id} measures={comparison.measures} />
      {scenarios.length > 0 && (
        <RiskMoves draft={draft.id} fingerprint={comparison.fingerprint} scenarios={scenarios} />
      )}
      <LevelBars levels={comparison.levels} />
      <Audits draft={draft.id} audits={comparison.audits} />
    </div>
  )
}
