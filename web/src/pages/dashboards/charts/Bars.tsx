/** How many of each, as bars with their names and numbers; a single number as a column for each of its values. */

import { formatShortDay } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import type { Shown } from '../api'
import { Amount } from './Legend'
import { onAxis, type Part, said } from './parts'
import { some, ticks } from './scale'
import { sentenceOf } from './sentence'
import type { Size } from './useSize'

export function Bars({ shown, parts }: { shown: Shown; parts: Part[] }) {
  const { t } = useTranslation()
  const most = Math.max(1, ...parts.map(part => part.value))
  return (
    <ul
      aria-label={sentenceOf(shown, parts, t)}
      className="flex size-full flex-col justify-evenly gap-1 overflow-y-auto text-sm"
    >
      {parts.map(part => (
        <li
          key={part.key}
          className="grid min-h-6 grid-cols-[minmax(0,38%)_minmax(0,1fr)_auto] items-center gap-2.5"
        >
          <span className="truncate text-ink-soft" title={part.label}>
            {part.label}
          </span>
          <span aria-hidden className="h-3.5 overflow-hidden rounded-[3px]">
            {part.value > 0 && (
              <span
                className="block h-full rounded-[3px] border border-line-strong/60 [print-color-adjust:exact]"
                style={{ width: `max(4px, ${(part.value / most) * 100}%)`, backgroundColor: part.fill }}
              />
            )}
          </span>
          <Amount part={part} />
        </li>
      ))}
    </ul>
  )
}

/** As many columns as can be told apart. */
const COLUMNS = 32

export function TimeColumns({ shown, parts, size }: { shown: Shown; parts: Part[]; size: Size }) {
  const { t } = useTranslation()
  const part = parts[0]
  const points = some(part?.points ?? [], Math.max(2, Math.min(COLUMNS, Math.floor(size.width / 14))))
  if (!part || points.length === 0) return null
  const values = points.map(point => point.value)
  const most = Math.max(...values, shown.target ?? 0)
  const marks = shown.levels ? shown.levels.map((_, at) => at + 1) : ticks(Math.min(...values), most)
  const axis = marks.map(mark => onAxis(shown, mark))
  const [low, high] = [Math.min(0, marks[0] ?? 0), Math.max(most, marks.at(-1) ?? 1)]
  const left = Math.min(90, Math.max(...axis.map(word => word.length)) * 6.3 + 12)
  const frame = { top: 10, bottom: size.height - 22, right: size.width - 4 }
  const wide = (frame.right - left) / points.length
  const y = (value: number) => frame.bottom - ((value - low) / (high - low || 1)) * (frame.bottom - frame.top)
  const days = some(points, size.width > 420 ? 4 : 2)
  return (
    <svg
      role="img"
      aria-label={sentenceOf(shown, parts, t)}
      viewBox={`0 0 ${size.width} ${size.height}`}
      className="block size-full text-xs"
    >
      {marks.map((mark, at) => (
        <g key={mark}>
          <line x1={left} x2={frame.right} y1={y(mark)} y2={y(mark)} className="stroke-line" />
          <text x={left - 6} y={y(mark) + 4} textAnchor="end" className="tabular fill-ink-faint">
            {axis[at]}
          </text>
        </g>
      ))}
      {points.map((point, at) => (
        <rect
          key={`${point.date}${point.at ?? ''}`}
          x={left + at * wide + wide * 0.15}
          y={Math.min(y(point.value), y(0))}
          width={Math.max(2, Math.min(36, wide * 0.7))}
          height={Math.max(1, Math.abs(y(0) - y(point.value)))}
          rx={2}
          style={{ fill: part.fill, fillOpacity: point.rebuilt ? 0.45 : 1 }}
        >
          <title>{`${formatShortDay(point.date)}: ${said({ ...shown, aggregation: 'none' }, point.value)}`}</title>
        </rect>
      ))}
      {shown.target !== null && (
        <line
          x1={left}
          x2={frame.right}
          y1={y(shown.target)}
          y2={y(shown.target)}
          strokeDasharray="5 4"
          strokeWidth={1.5}
          className="stroke-ink-soft"
        />
      )}
      {days.map((point, at) => (
        <text
          key={`${point.date}${point.at ?? ''}`}
          x={left + (points.indexOf(point) + 0.5) * wide}
          y={size.height - 6}
          textAnchor={at === 0 ? 'start' : at === days.length - 1 ? 'end' : 'middle'}
          className="fill-ink-faint"
        >
          {formatShortDay(point.date)}
        </text>
      ))}
    </svg>
  )
}
