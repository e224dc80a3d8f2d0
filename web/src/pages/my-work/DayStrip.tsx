/** The next two weeks, with a mark for each thing that is due. A day that is clicked is shown alone. */

import { formatWeekday } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'
import { addDays, dayNumber } from '../due/days'
import { days } from './groups'
import type { Work } from './work'

const COUNT = 14
const DOTS = 3

/** Saturday and Sunday. */
const isFree = (day: string) => (dayNumber(day) + 3) % 7 > 4

interface Props {
  items: Work[]
  today: string
  late: number
  chosen: string | undefined
  onChoose: (day: string | undefined) => void
}

export function DayStrip({ items, today, late, chosen, onChoose }: Props) {
  const { t } = useTranslation()
  return (
    <div
      role="group"
      aria-label={t('myWork.days')}
      className="grid grid-cols-7 gap-1.5 sm:grid-cols-[repeat(14,minmax(0,1fr))]"
    >
      {days(items, today, day => addDays(day, 1), COUNT).map(({ day, items }, at) => {
        const isToday = day === today
        return (
          <button
            key={day}
            type="button"
            aria-pressed={chosen === day}
            onClick={() => onChoose(chosen === day ? undefined : day)}
            className={cn(
              'flex h-16 flex-col items-center rounded-md border px-0.5 pt-1.5 transition-colors',
              at >= 7 && 'max-sm:hidden',
              chosen === day
                ? 'border-accent bg-accent text-accent-ink'
                : isToday
                  ? 'border-accent bg-accent-soft text-accent-text'
                  : cn('border-line hover:bg-hover', isFree(day) ? 'bg-bg' : 'bg-raised'),
            )}
          >
            <span className={cn('text-xs', chosen !== day && !isToday && 'text-ink-soft')}>
              {formatWeekday(day)}
            </span>
            <span className="tabular font-semibold leading-5">{Number(day.slice(8))}</span>
            <span className="sr-only">
              {t('myWork.onDay', { count: items.length })}
              {isToday && late > 0 && `, ${t('myWork.late', { count: late })}`}
            </span>
            <span aria-hidden className="mt-1 flex h-2 items-center gap-0.75">
              {isToday && late > 0 && (
                <span className={cn('size-1.75 rotate-45', chosen === day ? 'bg-current' : 'bg-failed')} />
              )}
              {items.slice(0, DOTS).map(item => (
                <span key={item.id} className="size-1.5 rounded-full bg-current opacity-70" />
              ))}
            </span>
          </button>
        )
      })}
    </div>
  )
}
