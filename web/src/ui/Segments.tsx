/** One of a few options in a row, such as which part of a list is shown. */
import { formatNumber } from '@/i18n/format'
import { cn } from './cn'

export interface Segment<T extends string> {
  value: T
  label: string
  count?: number
}

interface Props<T extends string> {
  label: string
  value: T
  segments: Segment<T>[]
  onChange: (value: T) => void
}

export function Segments<T extends string>({ label, value, segments, onChange }: Props<T>) {
  return (
    <div
      role="group"
      aria-label={label}
      className="flex w-fit max-w-full flex-wrap rounded-md border border-line bg-bg p-0.5"
    >
      {segments.map(segment => {
        const chosen = segment.value === value
        return (
          <button
            key={segment.value}
            type="button"
            aria-pressed={chosen}
            onClick={() => onChange(segment.value)}
            className={cn(
              'flex h-7 items-center gap-1.5 whitespace-nowrap rounded-[5px] px-2.5 text-sm transition-colors',
              chosen ? 'bg-raised font-medium text-ink shadow-sm' : 'text-ink-soft hover:text-ink',
            )}
          >
            {segment.label}
            {segment.count !== undefined && (
              <span className="tabular text-ink-faint text-xs">{formatNumber(segment.count)}</span>
            )}
          </button>
        )
      })}
    </div>
  )
}
