/** The grid of impact and effort: a bubble for the controls of each pair, whose number it carries. */
import { type KeyboardEvent, useRef, useState } from 'react'
import type { Choice, Field, Resource } from '@/api/model'
import { formatNumber } from '@/i18n/format'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'
import { bubble, type ImpactEffort, moved, nameOf, type Place, type Quadrant, quadrantAt } from './cells'

/** What is worth doing first stands out; the words in the corners say which is which. */
const BACK: Record<Quadrant, string> = {
  quick_win: 'bg-accent-soft',
  major_project: 'bg-sunken',
  fill_in: 'bg-bg',
  thankless: 'bg-bg',
}
interface Props {
  resource: Resource
  impact: Field
  effort: Field
  cells: ImpactEffort['cells']
  picked: string | undefined
  onPick: (name: string) => void
}

export function Grid({ resource, impact, effort, cells, picked, onPick }: Props) {
  const { t } = useTranslation()
  const labels = useLabels()
  const grid = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<Place>({ impact: 4, effort: 0 })
  const [impacts, efforts] = [impact.choices ?? [], effort.choices ?? []]
  const most = Math.max(1, ...cells.map(cell => cell.count))
  const word = (of: Field, choice: Choice) => labels.choice(resource, of, choice)
  const focus = (place: Place) => {
    setActive(place)
    grid.current?.querySelector<HTMLElement>(`[data-at="${place.impact}-${place.effort}"]`)?.focus()
  }
  const keys = (event: KeyboardEvent, place: Place, name: string) => {
    const next = moved(place, event.key)
    if (next) focus(next)
    else if (event.key === 'Enter' || event.key === ' ') onPick(name)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="flex gap-1">
      <p aria-hidden className="w-4 shrink-0 self-center text-center font-medium text-xs">
        <span className="inline-block rotate-180 [writing-mode:vertical-rl]">
          {labels.field(resource, impact)}
        </span>
      </p>
      <div className="min-w-0 grow">
        <Names left="quick_win" right="major_project" />
        <div ref={grid} role="grid" aria-label={t('quadrant.chart')}>
          {[...impacts.keys()].reverse().map(row => {
            const level = impacts[row] as Choice
            return (
              <div key={level.key} role="row" className={cn('flex', row === 1 && 'mt-1')}>
                <div
                  role="rowheader"
                  className="flex w-14 shrink-0 items-center justify-end pr-2 text-right text-ink-soft text-xs sm:w-20"
                >
                  {word(impact, level)}
                </div>
                {efforts.map((size, column) => {
                  const place = { impact: row, effort: column }
                  const name = nameOf(level.key, String(size.key))
                  const count =
                    cells.find(cell => cell.impact === level.key && cell.effort === size.key)?.count ?? 0
                  const kind = quadrantAt(place)
                  return (
                    <div
                      key={size.key}
                      role="gridcell"
                      tabIndex={active.impact === row && active.effort === column ? 0 : -1}
                      aria-selected={picked === name}
                      data-at={`${row}-${column}`}
                      onClick={() => {
                        setActive(place)
                        onPick(name)
                      }}
                      onKeyDown={event => keys(event, place, name)}
                      className={cn(
                        'group relative grid h-16 min-w-0 grow basis-0 cursor-pointer place-items-center border border-line/60 outline-none sm:h-18',
                        BACK[kind],
                        column === 3 && 'ml-1',
                        'hover:z-10 hover:ring-2 hover:ring-line-strong focus-visible:z-10 focus-visible:ring-3 focus-visible:ring-focus',
                        picked === name && 'z-10 ring-2 ring-ink',
                      )}
                    >
                      <span className="sr-only">
                        {t('quadrant.cell', {
                          impact: word(impact, level).toLowerCase(),
                          effort: word(effort, size).toLowerCase(),
                        })}
                        , {t(`quadrant.kinds.${kind}`)}: {t('quadrant.count', { count })}
                      </span>
                      {count > 0 && (
                        <span
                          aria-hidden
                          style={{ width: `${bubble(count, most)}rem`, height: `${bubble(count, most)}rem` }}
                          className="tabular grid place-items-center rounded-full bg-accent font-semibold text-accent-ink text-xs [print-color-adjust:exact]"
                        >
                          {formatNumber(count)}
                        </span>
                      )}
                    </div>
                  )
                })}
              </div>
            )
          })}
          <div role="row" className="flex">
            <div role="columnheader" className="w-14 shrink-0 sm:w-20">
              <span className="sr-only">{labels.field(resource, impact)}</span>
            </div>
            {efforts.map(size => (
              <div
                key={size.key}
                role="columnheader"
                className="min-w-0 grow basis-0 px-0.5 pt-1 text-center text-ink-soft text-xs"
              >
                {word(effort, size)}
              </div>
            ))}
          </div>
        </div>
        <Names left="fill_in" right="thankless" />
        <p aria-hidden className="pt-0.5 pl-14 text-center font-medium text-xs sm:pl-20">
          {labels.field(resource, effort)}
        </p>
      </div>
    </div>
  )
}

/** Over and under the grid: what its halves are called. Each cell says it too. */
function Names({ left, right }: { left: Quadrant; right: Quadrant }) {
  const { t } = useTranslation()
  return (
    <p aria-hidden className="flex py-1 pl-14 font-medium text-ink-soft text-xs sm:pl-20">
      <span className="basis-3/5">{t(`quadrant.kinds.${left}`)}</span>
      <span className="basis-2/5 pl-1">{t(`quadrant.kinds.${right}`)}</span>
    </p>
  )
}
