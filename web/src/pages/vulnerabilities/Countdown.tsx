/** On the page of a vulnerability: how much of its time is left. The colour only repeats the words. */

import { formatShortDay } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { isOpen } from '@/layouts/vulnerabilities'
import { cn } from '@/ui/cn'
import type { DetailProps } from '..'
import { today } from '../due/days'
import { countdownOf } from './countdown'

/** From here on it is soon, as elsewhere. */
const SOON = 7

export default function Countdown({ row }: DetailProps) {
  const { t } = useTranslation()
  const found = countdownOf(row, isOpen(row), today())
  if (!found) return null
  const { due, left, since, share } = found
  const late = left < 0
  const soon = !late && left <= SOON
  return (
    <section
      aria-label={t('vulnerability.countdown')}
      className="rounded-lg border border-line bg-raised px-4 py-3.5 shadow-sm"
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className={cn('font-[620] text-lg', late ? 'text-bad' : soon ? 'text-warn' : 'text-ink')}>
          {late
            ? t('vulnerability.late', { count: -left })
            : left === 0
              ? t('vulnerability.today')
              : t('vulnerability.left', { count: left })}
        </span>
        {since && (
          <span className="text-ink-soft text-sm">{t('vulnerability.allowed', { count: since.days })}</span>
        )}
      </p>
      {since && share !== undefined && (
        <>
          <div aria-hidden className="mt-2 h-2 overflow-hidden rounded-full bg-track">
            <span
              className={cn(
                'block h-full rounded-full [print-color-adjust:exact]',
                late ? 'hatched bg-failed' : soon ? 'bg-partly' : 'bg-accent',
              )}
              style={{ width: `${Math.max(2, share * 100)}%` }}
            />
          </div>
          <p className="mt-1.5 flex justify-between gap-4 text-ink-soft text-xs">
            <span>{t(`vulnerability.since.${since.field}`, { date: formatShortDay(since.day) })}</span>
            <span>{t('vulnerability.due', { date: formatShortDay(due) })}</span>
          </p>
        </>
      )}
    </section>
  )
}
