/** A value on its way to a target, as on a dial. */
import { useTranslation } from '@/i18n/react'
import type { Shown } from '../api'
import { isPercent, onAxis, type Part, said } from './parts'
import { slice, ticks } from './scale'
import { sentenceOf } from './sentence'
import type { Size } from './useSize'

/** Where the dial ends: 100 for a percentage, the best of some levels, or a round number over value and target. */
export function endOf(shown: Shown): number {
  if (shown.levels) return shown.levels.length
  if (isPercent(shown)) return 100
  return ticks(0, Math.max(shown.value ?? 0, shown.target ?? 0, 1)).at(-1) ?? 1
}

export function Gauge({ shown, parts, size }: { shown: Shown; parts: Part[]; size: Size }) {
  const { t } = useTranslation()
  const end = endOf(shown)
  const share = (value: number) => Math.max(0, Math.min(1, value / end)) / 2
  const radius = Math.max(30, Math.min(size.width / 2 - 6, size.height - 26))
  const [cx, cy] = [size.width / 2, radius + 4]
  const [from, inner] = [0.75, radius * 0.74]
  const value = shown.value ?? 0
  const angle = shown.target === null ? 0 : (from + share(shown.target)) * 2 * Math.PI - Math.PI / 2
  const at = (length: number) => ({ x: cx + length * Math.cos(angle), y: cy + length * Math.sin(angle) })
  const [near, far] = [at(inner - 4), at(radius + 3)]
  return (
    <svg
      role="img"
      aria-label={sentenceOf(shown, parts, t)}
      viewBox={`0 0 ${size.width} ${size.height}`}
      className="block size-full text-xs"
    >
      <path d={slice(cx, cy, radius, inner, from, from + 0.5)} className="fill-track" />
      {value > 0 && (
        <path d={slice(cx, cy, radius, inner, from, from + share(value))} className="fill-accent" />
      )}
      {shown.target !== null && (
        <line x1={near.x} y1={near.y} x2={far.x} y2={far.y} strokeWidth={3} className="stroke-ink" />
      )}
      <text x={cx} y={cy - 4} textAnchor="middle" className="tabular fill-ink font-semibold text-2xl">
        {said(shown, value)}
      </text>
      <text x={cx - radius} y={cy + 15} textAnchor="start" className="fill-ink-faint">
        {onAxis(shown, shown.levels ? 1 : 0)}
      </text>
      <text x={cx + radius} y={cy + 15} textAnchor="end" className="fill-ink-faint">
        {onAxis(shown, end)}
      </text>
      {shown.target !== null && (
        <text x={cx} y={cy + 15} textAnchor="middle" className="fill-ink-soft">
          {t('dashboard.target', { value: said({ ...shown, aggregation: 'none' }, shown.target) })}
        </text>
      )}
    </svg>
  )
}
