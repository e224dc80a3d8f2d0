/** The days of a month or of a week. One day has the focus; the arrow keys move it. */
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { formatMonth, formatWeekday } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'
import { daysBetween, moved, type View, weekdayOf } from './days'
import { EntryChip } from './EntryLink'
import type { Entry } from './entries'

/** As many as fit into a day of a month. */
const FIT = 4

interface Props {
  view: Exclude<View, 'list'>
  start: string
  end: string
  day: string
  today: string
  entries: Map<string, Entry[]>
  onDay: (day: string) => void
  /** Shows all of a day. */
  onOpen: (day: string) => void
}

export function Grid({ view, start, end, day, today, entries, onDay, onOpen }: Props) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const days = daysBetween(start, end)
  const weeks = Array.from({ length: days.length / 7 }, (_, at) => days.slice(at * 7, at * 7 + 7))
  const month = day.slice(0, 7)
  // The focus follows the day, also into another month; nothing else on the page loses it.
  useEffect(() => {
    const active = document.activeElement
    if (active && active !== document.body && !box.current?.contains(active)) return
    if (active === document.body) return
    box.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()
  }, [day])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const target = event.target as HTMLElement
    const next = moved(day, event.key)
    if (next) onDay(next)
    else if (event.key === 'Enter' && target.dataset.day) onOpen(day)
    else return
    event.preventDefault()
  }
  return (
    <div
      ref={box}
      role="grid"
      aria-label={t('calendar.title')}
      onKeyDown={onKeyDown}
      className="overflow-hidden rounded-lg border border-line bg-raised"
    >
      <div role="row" className="grid grid-cols-7 border-line border-b bg-bg">
        {days.slice(0, 7).map(one => (
          <div
            key={one}
            role="columnheader"
            className="px-2 py-1.5 font-medium text-ink-soft text-sm first-letter:uppercase"
          >
            {formatWeekday(one)}
          </div>
        ))}
      </div>
      {weeks.map(week => (
        <div role="row" key={week[0]} className="grid grid-cols-7 border-line border-b last:border-b-0">
          {week.map(one => {
            const own = entries.get(one) ?? []
            const shown = view === 'week' || own.length <= FIT ? own : own.slice(0, FIT - 1)
            const isChosen = one === day
            const isOutside = view === 'month' && one.slice(0, 7) !== month
            return (
              <div
                key={one}
                role="gridcell"
                data-day={one}
                tabIndex={isChosen ? 0 : -1}
                aria-selected={isChosen}
                aria-current={one === today ? 'date' : undefined}
                onFocus={() => one !== day && onDay(one)}
                className={cn(
                  'flex min-w-0 flex-col gap-1 border-line border-r p-1.5 outline-offset-[-2px] last:border-r-0',
                  view === 'week' ? 'min-h-[26rem]' : 'min-h-29',
                  (isOutside || weekdayOf(one) > 5) && 'bg-bg',
                )}
              >
                <span className="flex items-center gap-1.5">
                  <span
                    className={cn(
                      'tabular grid h-6 min-w-6 place-items-center rounded-full px-1 text-sm',
                      one === today
                        ? 'bg-accent font-semibold text-accent-ink'
                        : isOutside
                          ? 'text-ink-faint'
                          : 'font-medium',
                    )}
                  >
                    {Number(one.slice(8))}
                  </span>
                  {one.endsWith('-01') && <span className="text-ink-soft text-xs">{formatMonth(one)}</span>}
                </span>
                {shown.map(entry => (
                  <EntryChip
                    key={`${entry.id}${entry.field}`}
                    entry={entry}
                    tab={isChosen ? 0 : -1}
                    lines={view === 'week'}
                  />
                ))}
                {own.length > shown.length && (
                  <button
                    type="button"
                    tabIndex={isChosen ? 0 : -1}
                    onClick={() => onOpen(one)}
                    className="self-start rounded px-1.5 text-accent-text text-xs leading-6 hover:underline"
                  >
                    {t('calendar.more', { count: own.length - shown.length })}
                  </button>
                )}
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}
