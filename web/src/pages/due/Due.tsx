/** A due date, and how far away it is: the colour only repeats what the words say. */
import { CalendarClock } from 'lucide-react'
import { formatDate } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'
import { daysLeft } from './days'

interface Props {
  day: string
  /** What happens then; it is read out before the date. */
  what: string
  /** Something ends then, instead of being due then. */
  ends?: boolean
  /** It no longer counts as late: only the date is shown. */
  settled?: boolean
  /** From how many days before the date it counts as soon. */
  soon?: number
}

export function Due({ day, what, ends, settled, soon = 7 }: Props) {
  const { t } = useTranslation()
  const left = daysLeft(day)
  const late = !settled && left < 0
  const near = !settled && !late && left <= soon
  const words =
    settled || left > 60
      ? ends && !settled
        ? t('due.until', { date: formatDate(day) })
        : formatDate(day)
      : late
        ? t(ends ? 'due.expired' : 'due.late', { count: -left })
        : left === 0
          ? t(ends ? 'due.expiresToday' : 'due.today')
          : t(ends ? 'due.expires' : 'due.left', { count: left })
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
