/** Something on the page that must be read: what is wrong and why, or what is shown only once. */
import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from './cn'

type Tone = 'info' | 'good' | 'warn' | 'bad'

const LOOKS: Record<Tone, [string, string, LucideIcon]> = {
  info: ['bg-info-soft', 'text-info', Info],
  good: ['bg-good-soft', 'text-good', CircleCheck],
  warn: ['bg-warn-soft', 'text-warn', TriangleAlert],
  bad: ['bg-bad-soft', 'text-bad', CircleAlert],
}

interface Props {
  tone?: Tone
  title?: string
  icon?: LucideIcon
  /** What can be done about it. */
  action?: ReactNode
  /** Read out at once by screen readers. */
  urgent?: boolean
  children?: ReactNode
}

export function Callout({ tone = 'info', title, icon, action, urgent, children }: Props) {
  const [back, ink, Usual] = LOOKS[tone]
  const Icon = icon ?? Usual
  return (
    <div
      role={urgent ? 'alert' : 'note'}
      className={cn('flex flex-wrap items-start gap-x-4 gap-y-3 rounded-lg px-4 py-3', back)}
    >
      <div className="flex min-w-0 grow basis-72 gap-3">
        <Icon size={17} aria-hidden className={cn('mt-0.5 shrink-0', ink)} />
        <div className="min-w-0 break-words">
          {title && <p className="font-semibold">{title}</p>}
          {children && <div className={cn(title && 'mt-0.5 text-ink-soft')}>{children}</div>}
        </div>
      </div>
      {action && <div className="flex shrink-0 flex-wrap gap-2">{action}</div>}
    </div>
  )
}
