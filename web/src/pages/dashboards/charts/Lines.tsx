/**
 * Values over time: lines, or areas on top of each other. The latest values stand at the end of the lines, and lines are dashed
 * in ways of their own, so that nobody needs the colours.
 */

import { formatShortDay } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import type { Shown } from '../api'
import { onAxis, type Part, said } from './parts'
import { moment, some, spread, ticks } from './scale'
import { sentenceOf } from './sentence'
import type { Size } from './useSize'

interface Props {
  shown: Shown
  parts: Part[]
  size: Size
  area?: boolean
  /** The line alone. */
  bare?: boolean
}

const LABEL = 12
/** About as wide as a letter of the labels. */
const LETTER = 6.8
/** Under this there is no room for names beside the lines. */
const ROOMY = 340

interface Band {
  part: Part
  /** Of each point: where it begins and ends, in values. */
  from: number[]
  to: number[]
}

/** Areas lie on top of each other; lines begin at zero. */
export function bandsOf(parts: Part[], stacked: boolean): Band[] {
  let under: number[] = []
  return parts.map(part => {
    const from = part.points.map((_, at) => (stacked ? (under[at] ?? 0) : 0))
    const to = part.points.map((point, at) => (from[at] ?? 0) + point.value)
    if (stacked) under = to
    return { part, from, to }
  })
}

export function Lines({ shown, parts: all, size, area, bare }: Props) {
  const { t } = useTranslation()
  const breakdown = shown.type === 'breakdown'
  const parts = breakdown ? all.filter(part => part.points.some(point => point.value > 0)) : all
  const stacked = !!area && breakdown
  const bands = bandsOf(parts, stacked)
  const points = parts[0]?.points ?? []
  if (points.length === 0) return null
  const values = bands.flatMap(band => band.to)
  const most = Math.max(...values, shown.target ?? Number.NEGATIVE_INFINITY)
  const least = Math.min(...values, shown.target ?? Number.POSITIVE_INFINITY)
  const marks = shown.levels ? shown.levels.map((_, at) => at + 1) : ticks(least, most)
  const [low, high] = [shown.levels ? 0.5 : (marks[0] ?? 0), Math.max(marks.at(-1) ?? 1, most)]
  const axis = marks.map(mark => onAxis(shown, mark))
  const names = parts.map(part => (breakdown ? part.label : said(shown, part.points.at(-1)?.value ?? 0)))
  const beside = !bare && (breakdown ? size.width >= ROOMY && parts.length <= 8 : true)
  const right = beside
    ? Math.min(size.width * 0.32, Math.max(...names.map(name => name.length)) * LETTER + 14)
    : 8
  const frame = bare
    ? { left: 3, right: size.width - 5, top: 5, bottom: size.height - 4 }
    : {
        left: Math.min(90, Math.max(...axis.map(word => word.length)) * LETTER + 12),
        right: size.width - right,
        top: 10,
        bottom: size.height - 22,
      }
  const [begin, end] = [moment(points[0] as never), moment(points.at(-1) as never)]
  const x = (at: number) =>
    end === begin ? frame.right : frame.left + ((at - begin) / (end - begin)) * (frame.right - frame.left)
  const y = (value: number) =>
    frame.bottom - ((value - low) / Math.max(high - low, Number.EPSILON)) * (frame.bottom - frame.top)
  // What is counted holds until it changes; what is measured is known at its moments only.
  const steps = shown.kind === 'builtin' && shown.aggregation === 'none'
  const way = (part: Part, of: number[]) =>
    part.points
      .map((point, at) => {
        const [px, py] = [x(moment(point)).toFixed(1), y(of[at] ?? 0).toFixed(1)]
        if (at === 0) return `M${px} ${py}`
        return steps ? `H${px}V${py}` : `L${px} ${py}`
      })
      .join('')
  const back = (part: Part, of: number[]) => {
    const reversed = part.points.map((point, at) => ({ px: x(moment(point)), py: y(of[at] ?? 0) })).reverse()
    return reversed
      .map(({ px, py }, at) =>
        steps && at > 0 ? `V${py.toFixed(1)}H${px.toFixed(1)}` : `L${px.toFixed(1)} ${py.toFixed(1)}`,
      )
      .join('')
  }
  const ends = spread(
    bands.map(band => {
      const at = band.to.length - 1
      return y(stacked ? ((band.from[at] ?? 0) + (band.to[at] ?? 0)) / 2 : (band.to[at] ?? 0))
    }),
    LABEL + 3,
    frame.top,
    frame.bottom,
  )
  const days = some(points, size.width > 420 ? 4 : size.width > 240 ? 3 : 2)
  const short = (text: string) => {
    const most = Math.floor((right - 14) / LETTER)
    return text.length > most + 1 ? `${text.slice(0, Math.max(1, most - 1))}…` : text
  }
  const rebuilt = points.findIndex(point => !point.rebuilt)
  const known = rebuilt > 0 ? points[rebuilt] : undefined
  return (
    <svg
      role="img"
      aria-label={sentenceOf(shown, all, t)}
      viewBox={`0 0 ${size.width} ${size.height}`}
      className="block size-full text-xs"
    >
      {!bare &&
        marks.map((mark, at) => (
          <g key={mark}>
            <line x1={frame.left} x2={frame.right} y1={y(mark)} y2={y(mark)} className="stroke-line" />
            <text x={frame.left - 6} y={y(mark) + 4} textAnchor="end" className="tabular fill-ink-faint">
              {axis[at]}
            </text>
          </g>
        ))}
      {!bare && known && (
        <line
          x1={x(moment(known))}
          x2={x(moment(known))}
          y1={frame.top}
          y2={frame.bottom}
          strokeDasharray="1 3"
          className="stroke-line-strong"
        />
      )}
      {bands.map(({ part, from, to }) => (
        <g key={part.key}>
          {(area || (bare && !breakdown)) && (
            <path
              d={`${way(part, to)}${back(part, stacked ? from : from.map(() => Math.max(0, low)))}Z`}
              style={{ fill: part.fill, fillOpacity: stacked ? 0.85 : 0.16 }}
            />
          )}
          <path
            d={way(part, to)}
            fill="none"
            strokeWidth={stacked ? 1 : 2}
            strokeLinejoin="round"
            strokeDasharray={stacked || !breakdown ? undefined : part.dash || undefined}
            style={{ stroke: stacked ? 'var(--raised)' : part.fill }}
          />
          {!stacked && points.length < 40 && !steps && !bare
            ? part.points.map((point, at) => (
                <circle
                  key={`${point.date}${point.at ?? ''}`}
                  cx={x(moment(point))}
                  cy={y(to[at] ?? 0)}
                  r={2.5}
                  style={{ fill: part.fill }}
                />
              ))
            : !stacked && (
                <circle
                  cx={x(moment(part.points.at(-1) as never))}
                  cy={y(to.at(-1) ?? 0)}
                  r={3}
                  style={{ fill: part.fill }}
                />
              )}
        </g>
      ))}
      {shown.target !== null && !bare && (
        <g>
          <line
            x1={frame.left}
            x2={frame.right}
            y1={y(shown.target)}
            y2={y(shown.target)}
            strokeDasharray="5 4"
            strokeWidth={1.5}
            className="stroke-ink-soft"
          />
          {!shown.levels && (
            <text
              x={frame.left + 4}
              y={y(shown.target) + (y(shown.target) - frame.top < 12 ? 14 : -4)}
              className="fill-ink-soft"
            >
              {t('dashboard.target', { value: said({ ...shown, aggregation: 'none' }, shown.target) })}
            </text>
          )}
        </g>
      )}
      {beside &&
        bands.map(({ part }, at) => (
          <g key={part.key}>
            {breakdown && (
              <rect
                x={frame.right + 5}
                y={(ends[at] ?? 0) - 4}
                width={8}
                height={8}
                rx={2}
                style={{ fill: part.fill }}
                className="stroke-line"
              />
            )}
            <text
              x={frame.right + (breakdown ? 16 : 7)}
              y={(ends[at] ?? 0) + 4}
              className={breakdown ? 'fill-ink-soft' : 'tabular fill-ink font-medium'}
            >
              {short(names[at] ?? '')}
            </text>
          </g>
        ))}
      {!bare &&
        days.map((point, at) => (
          <text
            key={`${point.date}${point.at ?? ''}`}
            x={x(moment(point))}
            y={size.height - 6}
            textAnchor={at === 0 ? 'start' : at === days.length - 1 ? 'end' : 'middle'}
            className="fill-ink-faint"
          >
            {formatShortDay(point.date)}
          </text>
        ))}
      {!bare &&
        some(points, 60).map(point => {
          const at = points.indexOf(point)
          const half = (frame.right - frame.left) / Math.max(2, Math.min(60, points.length)) / 2
          return (
            <rect
              key={`${point.date}${point.at ?? ''}`}
              x={x(moment(point)) - half}
              y={frame.top}
              width={half * 2}
              height={frame.bottom - frame.top}
              fillOpacity={0}
            >
              <title>
                {[
                  formatShortDay(point.date),
                  ...parts.map(part => {
                    const value = said({ ...shown, aggregation: 'none' }, part.points[at]?.value ?? 0)
                    return breakdown ? `${part.label}: ${value}` : value
                  }),
                ].join('\n')}
              </title>
            </rect>
          )
        })}
    </svg>
  )
}
