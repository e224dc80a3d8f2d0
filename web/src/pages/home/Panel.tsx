/** A card on the home page: its topic, its content, and the most useful action. */
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'
import { Failed, Skeleton } from '@/ui/States'

/** Where the action leads: a URL with its filters. */
export interface Step {
  label: string
  to: string
  search?: Record<string, string | undefined>
}

interface Props {
  title: string
  icon: ReactNode
  count?: number
  /** Something is overdue: the number is red. */
  alarm?: boolean
  pending?: boolean
  error?: Error | null
  retry?: () => void
  step?: Step
  /** Beside the title. */
  aside?: ReactNode
  /** How many two-line rows to reserve while loading, so that nothing jumps. */
  rows?: number
  children: ReactNode
  className?: string
}

export function Panel({
  title,
  icon,
  count,
  alarm,
  pending,
  error,
  retry,
  step,
  aside,
  rows = 3,
  children,
  className,
}: Props) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={cn('flex min-w-0 flex-col rounded-lg border border-line bg-raised shadow-sm', className)}
    >
      <header className="flex flex-wrap items-center gap-2 px-4 pt-3.5 pb-2">
        <span aria-hidden className="text-ink-faint [&_svg]:size-4">
          {icon}
        </span>
        <h2 id={id} className="text-base">
          {title}
        </h2>
        {count !== undefined && !pending && (
          <span
            className={cn(
              'tabular rounded-full px-1.5 font-medium text-sm',
              alarm ? 'bg-bad-soft text-bad' : 'bg-sunken text-ink-soft',
            )}
          >
            {formatNumber(count)}
          </span>
        )}
        {aside && <div className="ml-auto">{aside}</div>}
      </header>
      <div className="grow px-4 pb-3">
        {pending ? (
          <div role="status" style={{ height: `${rows * 3.25}rem` }} className="flex flex-col gap-3 py-2">
            <span className="sr-only">{t('common.loading')}</span>
            <Skeleton className="h-4 w-4/5" />
            <Skeleton className="h-4 w-3/5" />
            <Skeleton className="h-4 w-2/3" />
          </div>
        ) : error ? (
          <Failed error={error} retry={retry} />
        ) : (
          children
        )}
      </div>
      {/* It stands under what comes, so it comes with it. */}
      {step && !error && !pending && (
        <Link
          to={step.to}
          search={(now: Record<string, string>) => ({ domain: now.domain, ...step.search }) as never}
          className="group flex items-center gap-2 rounded-b-lg border-line border-t px-4 py-2.5 font-medium text-accent-text outline-offset-[-2px] transition-colors hover:bg-accent-soft"
        >
          <span className="min-w-0 grow truncate">{step.label}</span>
          <ArrowRight
            size={15}
            aria-hidden
            className="shrink-0 transition-transform group-hover:translate-x-0.5"
          />
        </Link>
      )}
    </section>
  )
}

/** Shown in place of an empty list. */
export function Calm({ children }: { children: ReactNode }) {
  return <p className="py-2 text-ink-soft">{children}</p>
}
