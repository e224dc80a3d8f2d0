import type { ReactNode } from 'react'
import { formatNumber } from '@/i18n/format'

interface Props {
  title: string
  count?: number
  /** At the end of the heading. */
  action?: ReactNode
  children?: ReactNode
}

/** A part of the panel: a heading with its count, and what belongs to it. */
export function Part({ title, count, action, children }: Props) {
  return (
    <section aria-label={title} className="py-3">
      <div className="flex min-h-7 items-center gap-2 text-sm">
        <h3 className="font-semibold text-sm">{title}</h3>
        {count !== undefined && count > 0 && (
          <span className="tabular min-w-5 rounded-full bg-sunken px-1.5 text-center text-ink-soft text-xs">
            {formatNumber(count)}
          </span>
        )}
        <span className="ml-auto text-ink-faint text-xs">{action}</span>
      </div>
      {children}
    </section>
  )
}
