/**
 * Where the risks are: a cell for each pair of likelihood and impact, with the scenarios in it. The colours are those of the
 * matrix, and each cell also says its level in words. A scenario is dragged to a cell, or put there with the arrow keys.
 */
import { type DragEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from '@/i18n/react'
import { levelsOf, type MatrixDefinition } from '@/pages/matrix/matrix'
import { cn } from '@/ui/cn'
import { type Cell, heatOf, moved } from './model/heat'
import { isSame, type Place, placeOf, type Scenario, type Stage } from './model/scenario'
import { Overlay } from './Overlay'
import { fill } from './RiskBadge'

export interface Placing {
  scenario: Scenario
  onPlace: (place: Place) => void
  onCancel: () => void
}

interface Props {
  label: string
  matrix: MatrixDefinition
  scenarios: Scenario[]
  stage: Stage
  /** The highest level that is tolerated; −1 without one. */
  tolerance?: number
  /** The scenario whose way is drawn. */
  chosen?: Scenario | null
  /** Scenarios that are in another cell than before. */
  moves?: { from: Place | null; to: Place | null }[]
  /** The cell whose scenarios are listed. */
  picked?: Place | null
  onPick?: (place: Place) => void
  /** A scenario that is being put into a cell. */
  placing?: Placing | null
  /** What is dragged at the moment; without a way to drop it, nothing can be dragged. */
  onDrop?: (id: string, place: Place) => void
}

/** The kind of what is dragged, so that nothing else is taken. */
export const DRAGGED = 'application/x-cairn-scenario'

export function drag(event: DragEvent, id: string) {
  event.dataTransfer.setData(DRAGGED, id)
  event.dataTransfer.effectAllowed = 'move'
}

export function HeatMap(props: Props) {
  const { matrix, scenarios, stage, tolerance = -1, chosen, picked, placing } = props
  const { t, i18n } = useTranslation()
  const levels = useMemo(() => levelsOf(matrix, i18n.language), [matrix, i18n.language])
  const heat = useMemo(() => heatOf(matrix, scenarios, stage), [matrix, scenarios, stage])
  const grid = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<Place>({ probability: matrix.probability.length - 1, impact: 0 })
  const focus = (place: Place) => {
    setActive(place)
    grid.current?.querySelector<HTMLElement>(`[data-place="${nameOf(place)}"]`)?.focus()
  }
  const subject = placing?.scenario
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves when placing begins, and at no other time
  useEffect(() => {
    if (!subject) return
    const place = placeOf(subject, stage, matrix) ?? middle(matrix)
    // A dialog around it takes the focus when it opens.
    const frame = requestAnimationFrame(() => focus(place))
    return () => cancelAnimationFrame(frame)
  }, [subject?.id])
  const keys = (event: KeyboardEvent, cell: Cell) => {
    const next = moved(cell, event.key, matrix)
    if (next) {
      event.preventDefault()
      event.stopPropagation()
      focus(next)
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      choose(cell)
    } else if (event.key === 'Escape' && placing) {
      event.stopPropagation()
      placing.onCancel()
    }
  }
  const choose = (cell: Cell) => {
    setActive(cell)
    if (placing) placing.onPlace({ probability: cell.probability, impact: cell.impact })
    else props.onPick?.({ probability: cell.probability, impact: cell.impact })
  }
  const words = (cell: Cell) => {
    const [risk, count] = [cell.level === null ? undefined : levels.risk[cell.level], cell.scenarios.length]
    const place = `${levels.probability[cell.probability]?.name}, ${levels.impact[cell.impact]?.name}: ${risk?.name ?? '?'}`
    return `${place}, ${t('risk.scenariosCount', { count })}`
  }
  return (
    <div className="flex gap-1">
      <p aria-hidden className="w-4 shrink-0 self-center text-center font-medium text-xs">
        <span className="inline-block rotate-180 [writing-mode:vertical-rl]">
          {t('riskMatrix.probability')}
        </span>
      </p>
      <div className="min-w-0 grow">
        <div
          ref={grid}
          role="grid"
          aria-label={props.label}
          className="relative [--cell:3.25rem] sm:[--cell:3.75rem]"
        >
          {heat.rows.map((cells, at) => {
            const level = levels.probability[matrix.probability.length - 1 - at]
            return (
              <div key={level?.name ?? at} role="row" className="flex">
                <div
                  role="rowheader"
                  title={level?.description || undefined}
                  className="flex w-16 shrink-0 items-center justify-end pr-2 text-right text-ink-soft text-xs sm:w-24"
                >
                  <span className="line-clamp-2 hyphens-auto break-words">{level?.name}</span>
                </div>
                {cells.map(cell => (
                  <Square
                    key={cell.impact}
                    cell={cell}
                    risk={cell.level === null ? undefined : levels.risk[cell.level]}
                    words={words(cell)}
                    hidden={chosen?.id}
                    tabbable={isSame(active, cell)}
                    picked={isSame(picked ?? null, cell)}
                    placing={!!placing}
                    onChoose={choose}
                    onKeyDown={keys}
                    onDrop={props.onDrop}
                  />
                ))}
              </div>
            )
          })}
          <div role="row" className="flex">
            <div role="columnheader" className="w-16 shrink-0 sm:w-24">
              <span className="sr-only">{t('riskMatrix.probability')}</span>
            </div>
            {levels.impact.map(level => (
              <div
                key={level.name}
                role="columnheader"
                title={level.description || undefined}
                className="flex min-w-0 basis-0 grow justify-center px-0.5 pt-1 text-center text-ink-soft text-xs"
              >
                <span className="hyphens-auto break-words max-sm:max-h-24 max-sm:rotate-180 max-sm:[writing-mode:vertical-rl] sm:line-clamp-2">
                  {level.name}
                </span>
              </div>
            ))}
          </div>
          <Overlay matrix={matrix} tolerance={tolerance} chosen={chosen ?? null} moves={props.moves} />
        </div>
        <p aria-hidden className="pt-0.5 pl-16 text-center font-medium text-xs sm:pl-24">
          {t('riskMatrix.impact')}
        </p>
      </div>
    </div>
  )
}

const nameOf = (place: Place) => `${place.probability}-${place.impact}`

const middle = (matrix: MatrixDefinition): Place => ({
  probability: Math.floor((matrix.probability.length - 1) / 2),
  impact: Math.floor((matrix.impact.length - 1) / 2),
})

interface SquareProps {
  cell: Cell
  risk: ReturnType<typeof levelsOf>['risk'][number] | undefined
  words: string
  /** The scenario that the way shows already. */
  hidden: string | undefined
  tabbable: boolean
  picked: boolean
  placing: boolean
  onChoose: (cell: Cell) => void
  onKeyDown: (event: KeyboardEvent, cell: Cell) => void
  onDrop?: (id: string, place: Place) => void
}

/** As many dots as a cell has room for; the number says how many there are. */
const DOTS = 6

function Square({ cell, risk, words, hidden, tabbable, picked, placing, onDrop, ...on }: SquareProps) {
  const [over, setOver] = useState(false)
  const takes = (event: DragEvent) => onDrop && event.dataTransfer.types.includes(DRAGGED)
  const count = cell.scenarios.length
  const dots = cell.scenarios.filter(one => one.id !== hidden).slice(0, DOTS)
  return (
    <div
      role="gridcell"
      tabIndex={tabbable ? 0 : -1}
      aria-selected={picked}
      title={words}
      data-place={nameOf(cell)}
      onClick={() => on.onChoose(cell)}
      onKeyDown={event => on.onKeyDown(event, cell)}
      onDragOver={event => {
        if (!takes(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={event => {
        if (!takes(event)) return
        event.preventDefault()
        setOver(false)
        onDrop?.(event.dataTransfer.getData(DRAGGED), cell)
      }}
      className={cn(
        'group @container relative h-(--cell) min-w-0 basis-0 grow cursor-pointer p-[1.5px] outline-none',
        placing && 'cursor-crosshair',
      )}
    >
      <span className="sr-only">{words}</span>
      <div
        style={fill(risk)}
        className={cn(
          'flex h-full flex-col justify-between rounded-[5px] p-1 ring-ink [print-color-adjust:exact] print:border print:border-ink-soft',
          'group-hover:ring-2 group-focus-visible:ring-3',
          !risk?.colour && 'bg-sunken text-ink-soft',
          picked && 'ring-2',
          over && 'ring-3',
        )}
      >
        <span aria-hidden className="flex items-start justify-between gap-1 text-xs leading-4">
          <span className="tabular font-semibold">{count > 0 ? count : ''}</span>
          <span className="flex min-w-0 flex-wrap justify-end gap-0.5 pt-0.5">
            {dots.map(one => (
              <span
                key={one.id}
                title={`${one.ref_id ?? ''} ${one.name}`.trim()}
                draggable={!!onDrop}
                onDragStart={event => drag(event, one.id)}
                className={cn('size-2.5 rounded-full bg-current', onDrop && 'cursor-grab')}
              />
            ))}
          </span>
        </span>
        <span aria-hidden className="truncate text-right text-xs leading-4">
          <span className="@min-[3.25rem]:hidden">{risk?.short}</span>
          <span className="hidden @min-[3.25rem]:inline">{risk?.name}</span>
        </span>
      </div>
    </div>
  )
}
