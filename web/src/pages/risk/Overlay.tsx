/** Over the heat map: the border of what is tolerated, the way of one scenario, and moves of many. Drawn in shares of its size. */
import { useId } from 'react'
import { useTranslation } from '@/i18n/react'
import type { MatrixDefinition } from '@/pages/matrix/matrix'
import { cn } from '@/ui/cn'
import { appetite, type Stop, wayOf } from './model/heat'
import type { Place, Scenario, Stage } from './model/scenario'

interface Props {
  matrix: MatrixDefinition
  tolerance: number
  chosen: Scenario | null
  moves?: { from: Place | null; to: Place | null }[]
}

const percent = (share: number) => `${(share * 100).toFixed(3)}%`

export function Overlay({ matrix, tolerance, chosen, moves = [] }: Props) {
  const arrow = useId()
  const [rows, columns] = [matrix.probability.length, matrix.impact.length]
  const way = chosen ? wayOf(chosen, matrix) : []
  const x = (stop: Stop) => (stop.place.impact + 0.5) / columns
  const y = (stop: Stop) => (rows - stop.place.probability - 0.5) / rows
  return (
    // As large as the cells: the names of the rows are left of it and those of the columns below it.
    <div
      aria-hidden
      className="pointer-events-none absolute top-0 right-0 left-16 h-(--cells) sm:left-24"
      style={{ '--cells': `calc(${rows} * var(--cell))` } as React.CSSProperties}
    >
      <svg aria-hidden className="absolute inset-0 size-full overflow-visible text-sign">
        <defs>
          <marker
            id={arrow}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            orient="auto"
          >
            <path d="M0 0L8 4L0 8Z" fill="currentColor" />
          </marker>
        </defs>
        {appetite(matrix, tolerance).map(edge => (
          <Stroke
            key={edge.join()}
            edge={[edge[0] / columns, edge[1] / rows, edge[2] / columns, edge[3] / rows]}
          />
        ))}
        {way.slice(1).map((stop, at) => {
          const from = way[at] as Stop
          // The arrow begins and ends outside of the marks.
          const [start, end] = [0.16, 0.84]
          const along = (a: number, b: number, share: number) => a + (b - a) * share
          const ends = {
            x1: percent(along(x(from), x(stop), start)),
            y1: percent(along(y(from), y(stop), start)),
            x2: percent(along(x(from), x(stop), end)),
            y2: percent(along(y(from), y(stop), end)),
          }
          const isPlanned = !stop.stages.includes('current')
          return (
            <g key={stop.stages.join()}>
              <line {...ends} strokeWidth="4.5" strokeLinecap="round" className="stroke-sign-back" />
              <line
                {...ends}
                stroke="currentColor"
                strokeWidth="1.75"
                strokeDasharray={isPlanned ? '4 4' : undefined}
                markerEnd={`url(#${arrow})`}
              />
            </g>
          )
        })}
        {moves.map(({ from, to }, at) => {
          if (!from || !to) return null
          // Side by side, so that two with the same way are two.
          const aside = ((at % 5) - 2) * 0.07
          const along = (a: number, b: number) => a + (b - a) * 0.9
          const [x1, y1] = [from.impact + 0.5 + aside, rows - from.probability - 0.5 + aside]
          const [x2, y2] = [to.impact + 0.5 + aside, rows - to.probability - 0.5 + aside]
          const ends = {
            x1: percent(x1 / columns),
            y1: percent(y1 / rows),
            x2: percent(along(x1, x2) / columns),
            y2: percent(along(y1, y2) / rows),
          }
          return (
            <g key={at} data-move>
              <line {...ends} strokeWidth="4.5" strokeLinecap="round" className="stroke-sign-back" />
              <line {...ends} stroke="currentColor" strokeWidth="1.75" markerEnd={`url(#${arrow})`} />
              <circle
                cx={ends.x1}
                cy={ends.y1}
                r="4"
                stroke="currentColor"
                strokeWidth="1.5"
                className="fill-sign-back"
              />
            </g>
          )
        })}
      </svg>
      {way.map(stop => (
        <span
          key={stop.stages.join()}
          style={{ left: percent(x(stop)), top: percent(y(stop)) }}
          className="absolute flex -translate-x-1/2 -translate-y-1/2 gap-0.5"
        >
          {stop.stages.map(stage => (
            <StageMark key={stage} stage={stage} />
          ))}
        </span>
      ))}
    </div>
  )
}

/** Two lines, so that it shows on every colour. */
function Stroke({ edge: [x1, y1, x2, y2] }: { edge: [number, number, number, number] }) {
  const ends = { x1: percent(x1), y1: percent(y1), x2: percent(x2), y2: percent(y2) }
  return (
    <>
      <line {...ends} strokeWidth="5" strokeLinecap="square" className="stroke-sign-back" />
      <line {...ends} strokeWidth="2.5" strokeLinecap="square" stroke="currentColor" />
    </>
  )
}

const LOOKS: Record<Stage, string> = {
  inherent: 'border-sign bg-sign-back text-sign',
  current: 'border-sign bg-sign text-sign-back',
  residual: 'border-sign border-dashed bg-sign-back text-sign',
}

export function StageMark({ stage }: { stage: Stage }) {
  const { t } = useTranslation()
  return (
    <span
      aria-hidden
      className={cn(
        'grid size-5 place-items-center rounded-full border-[1.75px] font-semibold text-[11px] leading-none ring-1 ring-sign-back',
        LOOKS[stage],
      )}
    >
      {t(`risk.letters.${stage}`)}
    </span>
  )
}
