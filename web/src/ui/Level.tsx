/**
 * How severe or urgent something is: a fill that contrasts more with the page the worse it is, and always
 * the word.
 */
import type { ReactNode } from 'react'
import { cn } from './cn'

export type Level = 1 | 2 | 3 | 4 | 5

export const LEVEL_FILL: Record<Level, string> = {
  1: 'bg-l1',
  2: 'bg-l2',
  3: 'bg-l3',
  4: 'bg-l4',
  5: 'bg-l5',
}

const INKS: Record<Level, string> = {
  1: 'text-l1-ink',
  2: 'text-l2-ink',
  3: 'text-l3-ink',
  4: 'text-l4-ink',
  5: 'text-l5-ink',
}

export function LevelBadge({ level, children }: { level: Level; children: ReactNode }) {
  return (
    <span
      data-level={level}
      className={cn(
        'inline-flex h-5.5 max-w-full items-center gap-1 truncate rounded-sm px-2 font-medium text-xs',
        LEVEL_FILL[level],
        INKS[level],
      )}
    >
      {children}
    </span>
  )
}

/** One, two or three bars, then a red square with a mark of its own; the lowest level has none filled. */
export function LevelMark({ level }: { level: Level }) {
  if (level === 5) {
    return (
      <svg viewBox="0 0 16 16" aria-hidden className="size-4 shrink-0">
        <rect x="1" y="1" width="14" height="14" rx="3.5" className="fill-bad" />
        <path d="M8 4.2v4.4M8 11.4v.2" strokeWidth="1.8" strokeLinecap="round" className="stroke-raised" />
      </svg>
    )
  }
  return (
    <svg viewBox="0 0 16 16" aria-hidden className="size-4 shrink-0">
      {[1, 2, 3].map(bar => (
        <rect
          key={bar}
          x={bar * 4.5 - 2.5}
          y={14 - bar * 3.6}
          width="3"
          height={bar * 3.6}
          rx="1"
          className={bar < level ? 'fill-ink-soft' : 'fill-track'}
        />
      ))}
    </svg>
  )
}
