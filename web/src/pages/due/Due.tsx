/** A date that something hangs on, and how far it is: the colour only repeats what the words say. */
import { CalendarClock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '@/i18n/format'
import { cn } from '@/ui/cn'
import { daysLeft } from './days'

interface Props {
  day: string
  /** What happens then; it is read out before the date. */
  what: string
  /** Nothing is late any more: the date is only told. */
  settled?: boolean
  /** From how many days before it is told as soon. */
  soon?: number
}

export function Due({ day, what, settled, soon = 7 }: Props) {
  const { t } = useTranslation()
  const left = daysLeft(day)
  const late = !settled && left < 0
  const near = !settled && !late && left <= soon
  const words = settled
    ? formatDate(day)
    : late
      ? t('due.late', { count: -left })
      : left === 0
        ? t('due.today')
        : left <= 60
          ? t('due.left', { count: left })
          : formatDate(day)
  return (
    <time
      dateTime={day}
      title={`${what}: ${formatDate(day)}`}
      className={cn(
        'inline-flex items-center gap-1 whitespace-nowrap text-sm',
        late ? 'font-medium text-bad' : near ? 'text-warn' : 'text-ink-soft',
      )}
    >
      <CalendarClock size={13} aria-hidden className="shrink-0" />
      <span className="sr-only">{what}: </span>
      {words}
    </time>
  )
}
