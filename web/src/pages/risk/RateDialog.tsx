/** Rates one scenario on its matrix, stage by stage. */
import { Calculator } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Row } from '@/api/model'
import { useTranslation } from '@/i18n/react'
import { levelsOf, type MatrixDefinition } from '@/pages/matrix/matrix'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Segments } from '@/ui/Segments'
import { HeatMap } from './HeatMap'
import { levelOf, placeOf, ratingOf, type Scenario, STAGES, type Stage } from './model/scenario'
import { RiskBadge } from './RiskBadge'
import type { Rate } from './useRating'

const Assistant = lazy(() => import('./Assistant'))

interface Props {
  scenario: Row
  matrix: MatrixDefinition
  tolerance: number
  first: Stage
  rate: Rate
  onClose: () => void
}

export default function RateDialog({ scenario, matrix, tolerance, first, rate, onClose }: Props) {
  const { t, i18n } = useTranslation()
  const [stage, setStage] = useState<Stage>(first)
  const [assisted, setAssisted] = useState(false)
  const levels = levelsOf(matrix, i18n.language)
  const level = levelOf(scenario, stage, matrix)
  const rating = ratingOf(scenario, stage, matrix)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('risk.rateTitle', { name: String(scenario.ref_id || scenario.name) })}
      footer={
        <>
          {placeOf(scenario, stage, matrix) && (
            <Button look="quiet" onClick={() => rate(scenario, stage, null)}>
              {t('risk.clear')}
            </Button>
          )}
          <Button look="primary" onClick={onClose}>
            {t('common.close')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Segments
            label={t('risk.stage')}
            value={stage}
            segments={STAGES.map(value => ({ value, label: t(`risk.stages.${value}`) }))}
            onChange={setStage}
          />
          <span aria-live="polite" className="flex items-center gap-2 text-ink-soft text-sm">
            {level !== null && (
              <span>
                {levels.probability[rating.probability ?? -1]?.name} ·{' '}
                {levels.impact[rating.impact ?? -1]?.name}
              </span>
            )}
            <RiskBadge level={levels.risk[level ?? -1]} />
          </span>
        </div>
        <HeatMap
          key={stage}
          label={t('risk.mapOf', { stage: t(`risk.stages.${stage}`).toLowerCase() })}
          matrix={matrix}
          scenarios={[scenario as Scenario]}
          stage={stage}
          tolerance={tolerance}
          chosen={scenario as Scenario}
          placing={{
            scenario: scenario as Scenario,
            onPlace: place => rate(scenario, stage, place),
            onCancel: onClose,
          }}
        />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-ink-soft text-sm">{t(`risk.stageHelp.${stage}`)}</p>
          <Button
            look="quiet"
            size="sm"
            aria-expanded={assisted}
            icon={<Calculator size={15} aria-hidden />}
            onClick={() => setAssisted(!assisted)}
          >
            {t('risk.assistant.open')}
          </Button>
        </div>
        {assisted && (
          <Suspense>
            <Assistant matrix={matrix} onRate={place => rate(scenario, stage, place)} />
          </Suspense>
        )}
      </div>
    </Dialog>
  )
}
