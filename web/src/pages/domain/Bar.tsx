/** A bar in parts. The words under it say the same, each linked to what it counts. */
import { Link } from '@tanstack/react-router'
import { formatNumber } from '@/i18n/format'
import { cn } from '@/ui/cn'

export interface Part {
  label: string
  count: number
  fill: string
  to?: { path: string; search: Record<string, string> }
}

export function Bar({ parts, label }: { parts: Part[]; label: string }) {
  const some = parts.filter(part => part.count > 0)
  return (
    <div>
      <div
        role="img"
        aria-label={label}
        className="flex h-2 gap-[1.5px] overflow-hidden rounded-full bg-track"
      >
        {some.map(part => (
          <span key={part.label} className={part.fill} style={{ flexGrow: part.count }} />
        ))}
      </div>
      <ul className="mt-2 flex flex-wrap gap-x-3 gap-y-0.5 text-ink-soft text-sm">
        {some.map(part => {
          const words = (
            <>
              <span className="tabular">{formatNumber(part.count)}</span> {part.label}
            </>
          )
          return (
            <li key={part.label} className="flex items-center gap-1.5">
              <span aria-hidden className={cn('size-2 rounded-[2px] border border-line', part.fill)} />
              {part.to ? (
                <Link
                  to={`/${part.to.path}`}
                  search={part.to.search as never}
                  className="min-h-6 rounded-sm underline-offset-3 hover:text-ink hover:underline"
                >
                  {words}
                </Link>
              ) : (
                <span className="min-h-6">{words}</span>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
