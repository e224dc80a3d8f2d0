/** Shares of a whole, as a ring or a disc, with every part in words beside it. */

import { formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'
import type { Shown } from '../api'
import { Legend } from './Legend'
import { type Part, shareOf } from './parts'
import { slice } from './scale'
import { sentenceOf } from './sentence'
import type { Size } from './useSize'

interface Props {
  shown: Shown
  parts: Part[]
  size: Size
  ring: boolean
  legend: boolean
}

/** More pieces than these cannot be told apart; the words have them all. */
const PIECES = 6

/** The pieces that are drawn: the largest, in the order of the words, and the others as one. */
export function piecesOf(parts: Part[], rest: string): Part[] {
  const some = parts.filter(part => part.value > 0)
  if (some.length <= PIECES) return some
  const large = new Set([...some].sort((a, b) => b.value - a.value).slice(0, PIECES - 1))
  const value = some.filter(part => !large.has(part)).reduce((sum, part) => sum + part.value, 0)
  return [
    ...some.filter(part => large.has(part)),
    { key: ' rest', label: rest, value, points: [], fill: 'var(--ink-faint)', dash: '' },
  ]
}

export function Round({ shown, parts, size, ring, legend }: Props) {
  const { t } = useTranslation()
  const pieces = piecesOf(parts, t('dashboard.others'))
  const all = pieces.reduce((sum, part) => sum + part.value, 0)
  const below = size.width < 220
  const space = legend ? (below ? size.height * 0.52 : Math.min(size.height, size.width * 0.42)) : size.height
  const across = Math.max(40, Math.min(space, size.width))
  const middle = across / 2
  const outer = middle - 2
  const inner = ring ? outer * 0.62 : 0
  let from = 0
  return (
    <div
      className={cn(
        'flex size-full min-h-0 items-center gap-4',
        below && 'flex-col gap-2',
        !legend && 'justify-center',
      )}
    >
      <svg
        role="img"
        aria-label={sentenceOf(shown, parts, t)}
        viewBox={`0 0 ${across} ${across}`}
        style={{ width: across, height: across }}
        className="shrink-0 text-xs"
      >
        {pieces.map(part => {
          const begin = from
          from += all > 0 ? part.value / all : 0
          const half = ((begin + from) / 2) * 2 * Math.PI - Math.PI / 2
          const radius = (outer + inner) / 2 + (ring ? 0 : outer * 0.14)
          const pill = Math.max(18, formatNumber(part.value).length * 7 + 8)
          return (
            <g key={part.key}>
              <path
                d={slice(middle, middle, outer, inner, begin, from)}
                style={{ fill: part.fill }}
                strokeWidth={0.75}
                className="stroke-line-strong"
              >
                <title>{`${part.label}: ${formatNumber(part.value)} (${shareOf(part.value, all)})`}</title>
              </path>
              {from - begin > 0.12 && across > 110 && (
                <g>
                  <rect
                    x={middle + radius * Math.cos(half) - pill / 2}
                    y={middle + radius * Math.sin(half) - 9}
                    width={pill}
                    height={18}
                    rx={9}
                    className="fill-raised"
                  />
                  <text
                    x={middle + radius * Math.cos(half)}
                    y={middle + radius * Math.sin(half) + 4}
                    textAnchor="middle"
                    className="tabular fill-ink font-medium"
                  >
                    {formatNumber(part.value)}
                  </text>
                </g>
              )}
            </g>
          )
        })}
        {ring && (
          <text
            x={middle}
            y={middle + 8}
            textAnchor="middle"
            className="tabular fill-ink font-semibold text-2xl"
          >
            {formatNumber(all)}
          </text>
        )}
      </svg>
      {legend && <Legend parts={parts} share={size.width > 340} />}
    </div>
  )
}
