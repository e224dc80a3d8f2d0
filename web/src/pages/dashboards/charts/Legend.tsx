/** The parts of a chart in words, each with its number, which leads to the list behind it. */
import { Link } from '@tanstack/react-router'
import { formatNumber } from '@/i18n/format'
import { cn } from '@/ui/cn'
import { type Part, shareOf } from './parts'

interface Props {
  parts: Part[]
  /** In percent of all. */
  share?: boolean
  /** Shows how each line is drawn. */
  lines?: boolean
}

export function Legend({ parts, share, lines }: Props) {
  const all = parts.reduce((sum, part) => sum + part.value, 0)
  return (
    <ul className="m-auto max-h-full w-full min-w-0 max-w-72 overflow-y-auto text-sm">
      {parts.map(part => (
        <li key={part.key} className="flex min-h-6 items-center gap-2">
          {lines ? <Stroke part={part} /> : <Swatch fill={part.fill} />}
          <span
            className={cn('min-w-0 grow truncate', part.value === 0 && 'text-ink-faint')}
            title={part.label}
          >
            {part.label}
          </span>
          <Amount part={part} />
          {share && (
            <span aria-hidden className="tabular w-10 shrink-0 text-right text-ink-faint text-xs">
              {shareOf(part.value, all)}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

export function Swatch({ fill }: { fill: string }) {
  return (
    <span
      aria-hidden
      style={{ backgroundColor: fill }}
      className="size-2.5 shrink-0 rounded-[2px] border border-line-strong/60 [print-color-adjust:exact]"
    />
  )
}

function Stroke({ part }: { part: Part }) {
  return (
    <svg viewBox="0 0 24 8" aria-hidden className="h-2 w-6 shrink-0">
      <line
        x1={0}
        x2={24}
        y1={4}
        y2={4}
        strokeWidth={2}
        strokeDasharray={part.dash || undefined}
        style={{ stroke: part.fill }}
      />
    </svg>
  )
}

/** A number that leads to what it counts. */
export function Amount({ part }: { part: Part }) {
  if (part.value === 0) return <span className="tabular shrink-0 text-ink-faint">0</span>
  if (!part.to) return <span className="tabular shrink-0 font-medium">{formatNumber(part.value)}</span>
  return (
    <Link
      to={`/${part.to.path}`}
      search={part.to.search as never}
      className="tabular min-w-6 shrink-0 rounded-sm text-right font-medium leading-6 underline decoration-line-strong underline-offset-3 hover:decoration-current"
    >
      {formatNumber(part.value)}
      <span className="sr-only"> {part.label}</span>
    </Link>
  )
}
