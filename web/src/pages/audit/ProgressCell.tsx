import type { Row } from '@/api/model'
import { formatPercent } from '@/i18n/format'

/** How much of an audit is assessed, as a bar with its number. */
export default function ProgressCell({ row }: { row: Row }) {
  const percent = Number(row.progress ?? 0)
  return (
    <span className="flex w-full items-center gap-2">
      <span aria-hidden className="h-1.5 min-w-12 grow overflow-hidden rounded-full bg-track">
        <span
          className="block h-full rounded-full bg-accent"
          style={{ width: `${Math.min(100, percent)}%` }}
        />
      </span>
      <span className="tabular w-10 shrink-0 text-right text-sm">{formatPercent(percent)}</span>
    </span>
  )
}
