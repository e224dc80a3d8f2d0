/** The map of an assessment beside its scenarios, and the story of the chosen one below. */
import { useNavigate } from '@tanstack/react-router'
import { ArrowRight, Gauge, Radar } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Resource } from '@/api/model'
import { useTranslation } from '@/i18n/react'
import { levelsOf, type MatrixDefinition } from '@/pages/matrix/matrix'
import { to } from '@/resource/address'
import { Badge } from '@/ui/Badge'
import { Button, ButtonLink } from '@/ui/Button'
import { Segments } from '@/ui/Segments'
import { Empty } from '@/ui/States'
import { useSearchState } from '../audit/usePage'
import type { Assessment } from './api'
import { SCENARIOS } from './api'
import { HeatMap } from './HeatMap'
import { Legend } from './Legend'
import { isAbove, levelOf, type Place, type Scenario, STAGES, type Stage, worstFirst } from './model/scenario'
import { ScenarioAcceptance } from './ScenarioAcceptance'
import { ScenarioList } from './ScenarioList'
import { Story } from './Story'
import { useRating } from './useRating'

interface Props {
  resource: Resource
  assessment: Assessment
  matrix: MatrixDefinition
  scenarios: Scenario[]
  editable: boolean
  onAdd: (() => void) | undefined
}

const cellOf = (text: string | undefined): Place | null => {
  const [probability, impact] = (text ?? '').split('-').map(Number)
  return text && Number.isInteger(probability) && Number.isInteger(impact)
    ? { probability: probability as number, impact: impact as number }
    : null
}

export function MatrixView({ resource, assessment, matrix, scenarios, editable, onAdd }: Props) {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const [search, set] = useSearchState()
  const [placing, setPlacing] = useState<string | null>(null)
  const rate = useRating(assessment.id)
  const stage: Stage = STAGES.find(one => one === search.stage) ?? 'current'
  const picked = cellOf(search.cell)
  const levels = useMemo(() => levelsOf(matrix, i18n.language), [matrix, i18n.language])
  const tolerance = assessment.risk_tolerance
  const chosen =
    scenarios.find(one => one.id === search.scenario) ?? worstFirst(scenarios, stage, matrix)[0] ?? null
  const moving = scenarios.find(one => one.id === placing)
  const focusRow = (id: string) =>
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-scenario="${id}"]`)?.focus())
  if (scenarios.length === 0)
    return (
      <Empty title={t('risk.empty')} icon={<Radar />}>
        <p>{t('risk.emptyHelp')}</p>
        {onAdd && (
          <Button look="primary" onClick={onAdd}>
            {t('risk.add')}
          </Button>
        )}
      </Empty>
    )
  return (
    <div className="flex flex-col gap-5 overflow-y-auto px-5 py-5 lg:px-8">
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,29.5rem)_minmax(0,1fr)]">
        <section
          aria-labelledby="map"
          className="flex min-w-0 flex-col gap-3 rounded-lg border border-line bg-raised p-4 pl-2"
        >
          <div className="flex flex-wrap items-center justify-between gap-2 pl-2">
            <h2 id="map" className="text-base">
              {t('risk.map')}
            </h2>
            <Segments
              label={t('risk.stage')}
              value={stage}
              segments={STAGES.map(value => ({ value, label: t(`risk.stages.${value}`) }))}
              onChange={value => set({ stage: value === 'current' ? undefined : value, cell: undefined })}
            />
          </div>
          <HeatMap
            label={t('risk.mapOf', { stage: t(`risk.stages.${stage}`).toLowerCase() })}
            matrix={matrix}
            scenarios={scenarios}
            stage={stage}
            tolerance={tolerance}
            chosen={chosen}
            picked={picked}
            onPick={place => {
              const name = `${place.probability}-${place.impact}`
              set({ cell: name === search.cell ? undefined : name })
            }}
            placing={
              moving && {
                scenario: moving,
                onPlace: place => {
                  setPlacing(null)
                  rate(moving, stage, place)
                  focusRow(moving.id)
                },
                onCancel: () => {
                  setPlacing(null)
                  focusRow(moving.id)
                },
              }
            }
            onDrop={
              editable
                ? (id, place) => {
                    const dropped = scenarios.find(one => one.id === id)
                    if (!dropped) return
                    set({ scenario: id })
                    rate(dropped, stage, place)
                  }
                : undefined
            }
          />
          <div className="flex flex-wrap items-end justify-between gap-3 pl-2">
            <Legend chosen={chosen} levels={levels.risk} tolerated={levels.risk[tolerance]} />
            {editable && chosen && (
              <Button
                size="sm"
                data-no-print
                icon={<Gauge size={14} aria-hidden />}
                onClick={() => (moving ? setPlacing(null) : setPlacing(chosen.id))}
              >
                {moving
                  ? t('common.cancel')
                  : t('risk.rateOne', { name: chosen.ref_id || t('risk.scenario') })}
              </Button>
            )}
          </div>
          <p role="status" className="pl-2 text-accent-text text-sm empty:hidden">
            {moving &&
              t('risk.placing', {
                name: moving.ref_id || moving.name,
                stage: t(`risk.stages.${stage}`).toLowerCase(),
              })}
          </p>
        </section>
        <ScenarioList
          matrix={matrix}
          levels={levels}
          scenarios={scenarios}
          stage={stage}
          picked={picked}
          chosen={chosen}
          editable={editable}
          onUnpick={() => set({ cell: undefined })}
          onChoose={id => set({ scenario: id })}
          onRate={one => setPlacing(one.id)}
          onOpen={one => void navigate({ to: to.item(SCENARIOS, one.id) })}
        />
      </div>
      {chosen && (
        <section aria-labelledby="chosen" className="flex flex-col gap-3">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 id="chosen" className="min-w-0 text-base">
              {chosen.ref_id && (
                <span className="tabular mr-2 font-normal text-ink-soft">{chosen.ref_id}</span>
              )}
              {chosen.name}
            </h2>
            {isAbove(levelOf(chosen, 'current', matrix), tolerance) && (
              <Badge tone="bad">{t('risk.above')}</Badge>
            )}
            <ButtonLink
              size="sm"
              to={to.item(SCENARIOS, chosen.id)}
              className="ml-auto"
              icon={<ArrowRight size={14} aria-hidden />}
            >
              {t('common.open')}
            </ButtonLink>
          </div>
          <Story
            resource={resource}
            row={chosen}
            matrix={matrix}
            tolerance={tolerance}
            editable={editable}
            rate={rate}
            acceptance={<ScenarioAcceptance scenario={chosen} editable={editable} />}
          />
        </section>
      )}
    </div>
  )
}
