/** The scenarios beside the map, the worst first. Arrow keys choose one, Enter puts it on the map. */
import { ChevronRight, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import { field, useModel } from '@/api/model'
import { formatNumber } from '@/i18n/format'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import type { Levels, MatrixDefinition } from '@/pages/matrix/matrix'
import { cn } from '@/ui/cn'
import { AllInitials } from '@/ui/Initials'
import { SCENARIOS } from './api'
import { drag } from './HeatMap'
import {
  isSame,
  levelOf,
  type Place,
  placeOf,
  type Scenario,
  STAGES,
  type Stage,
  worstFirst,
} from './model/scenario'
import { RiskBadge } from './RiskBadge'

interface Props {
  matrix: MatrixDefinition
  levels: Levels
  scenarios: Scenario[]
  stage: Stage
  picked: Place | null
  chosen: Scenario | null
  editable: boolean
  onUnpick: () => void
  onChoose: (id: string) => void
  onRate: (scenario: Scenario) => void
  onOpen: (scenario: Scenario) => void
}

export function ScenarioList(props: Props) {
  const { matrix, levels, scenarios, stage, picked, chosen, editable } = props
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  const shown = useMemo(
    () =>
      worstFirst(
        picked ? scenarios.filter(one => isSame(placeOf(one, stage, matrix), picked)) : scenarios,
        stage,
        matrix,
      ),
    [scenarios, stage, matrix, picked],
  )
  // What is rated moves in the list; the focus goes with it.
  const wanted = useRef<string | null>(null)
  useEffect(() => {
    if (!wanted.current) return
    list.current?.querySelector<HTMLElement>(`[data-scenario="${wanted.current}"]`)?.focus()
    wanted.current = null
  })
  const keys = (event: KeyboardEvent) => {
    const at = shown.findIndex(one => one.id === chosen?.id)
    const by = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key]
    const next = by === undefined ? undefined : shown[at + by]
    const current = shown[at]
    if (by !== undefined) {
      event.preventDefault()
      if (!next) return
      wanted.current = next.id
      props.onChoose(next.id)
    } else if (current && event.key === 'o') {
      event.preventDefault()
      props.onOpen(current)
    } else if (current && editable && event.key === 'Enter') {
      event.preventDefault()
      props.onRate(current)
    }
  }
  return (
    <section
      aria-labelledby="scenarios"
      className="flex min-w-0 flex-col rounded-lg border border-line bg-raised"
    >
      <div className="flex min-h-12 flex-wrap items-center gap-x-2 gap-y-1 px-4 py-2">
        <h2 id="scenarios" className="text-base">
          {t('risk.scenarios')}
        </h2>
        <span className="tabular rounded-full bg-sunken px-2 text-ink-soft text-xs leading-5">
          {formatNumber(shown.length)}
        </span>
        {picked && (
          <button
            type="button"
            onClick={props.onUnpick}
            className="ml-1 inline-flex min-h-6 items-center gap-1 rounded-full bg-accent-soft px-2.5 text-accent-text text-xs hover:brightness-95"
          >
            {levels.probability[picked.probability]?.name} · {levels.impact[picked.impact]?.name}
            <X size={12} aria-hidden />
            <span className="sr-only">{t('risk.showAll')}</span>
          </button>
        )}
        {editable && <span className="ml-auto text-ink-faint text-xs max-lg:hidden">{t('risk.keys')}</span>}
      </div>
      {shown.length === 0 && <p className="px-4 pb-6 text-ink-soft text-sm">{t('risk.noneHere')}</p>}
      <ul ref={list} onKeyDown={keys} className="max-h-[32rem] overflow-y-auto">
        {shown.map((one, at) => (
          <ScenarioLine
            key={one.id}
            scenario={one}
            matrix={matrix}
            levels={levels}
            on={one.id === chosen?.id}
            tabbable={chosen && shown.includes(chosen) ? one.id === chosen.id : at === 0}
            editable={editable}
            onChoose={() => props.onChoose(one.id)}
          />
        ))}
      </ul>
    </section>
  )
}

interface LineProps {
  scenario: Scenario
  matrix: MatrixDefinition
  levels: Levels
  on: boolean
  tabbable: boolean
  editable: boolean
  onChoose: () => void
}

function ScenarioLine({ scenario, matrix, levels, on, tabbable, editable, onChoose }: LineProps) {
  const { t } = useTranslation()
  return (
    <li
      draggable={editable}
      onDragStart={event => drag(event, scenario.id)}
      className={cn(
        'relative grid grid-cols-[3.25rem_minmax(0,1fr)_auto] items-center gap-x-3 border-line border-t px-4 py-2 text-sm hover:bg-hover',
        'md:grid-cols-[2.75rem_minmax(0,1fr)_15.75rem_4.75rem_auto]',
        on && 'bg-accent-soft hover:bg-accent-soft',
        editable && 'cursor-grab',
      )}
    >
      {on && <span aria-hidden className="absolute inset-y-0 left-0 w-[3px] bg-accent" />}
      <span className="tabular truncate text-ink-soft">{scenario.ref_id}</span>
      <button
        type="button"
        data-scenario={scenario.id}
        tabIndex={tabbable ? 0 : -1}
        aria-pressed={on}
        aria-keyshortcuts={editable ? 'Enter o' : 'o'}
        title={scenario.name}
        onClick={onChoose}
        className="line-clamp-2 text-left font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2"
      >
        {scenario.name}
      </button>
      <span className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-1 max-md:hidden">
        {STAGES.map((stage, at) => (
          <Step key={stage} first={at === 0} label={t(`risk.stages.${stage}`)}>
            <RiskBadge level={levels.risk[levelOf(scenario, stage, matrix) ?? -1]} />
          </Step>
        ))}
      </span>
      <span className="md:hidden">
        <span className="sr-only">{t('risk.stages.current')}: </span>
        <RiskBadge level={levels.risk[levelOf(scenario, 'current', matrix) ?? -1]} />
      </span>
      <span className="truncate max-md:hidden">
        <Treatment value={scenario.treatment} />
      </span>
      <span className="justify-self-end max-md:hidden">
        <AllInitials names={scenario.owner.map(one => one.str)} most={1} />
      </span>
    </li>
  )
}

function Step({ first, label, children }: { first: boolean; label: string; children: React.ReactNode }) {
  return (
    <>
      {!first && <ChevronRight size={13} aria-hidden className="text-ink-faint" />}
      <span className="min-w-0 text-center">
        <span className="sr-only">{label}: </span>
        {children}
      </span>
    </>
  )
}

/** The treatment in words. */
export function Treatment({ value }: { value: unknown }) {
  const labels = useLabels()
  const resource = useModel().resources[SCENARIOS]
  const choices = resource && field(resource, 'treatment')
  const choice = choices?.choices?.find(one => one.key === value)
  return resource && choices && choice ? labels.choice(resource, choices, choice) : null
}
