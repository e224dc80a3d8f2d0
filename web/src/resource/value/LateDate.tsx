import { formatDate } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import type { Sort } from './late'

/** A date that has passed and still matters: the words say it, the colour repeats it. */
export function LateDate({ day, days, sort }: { day: string; days: number; sort: Sort }) {
  const { t } = useTranslation()
  return (
    <span className="flex min-w-0 items-baseline gap-1.5 whitespace-nowrap text-bad">
      {/* A phone has room for the words alone. */}
      <time className="tabular max-sm:sr-only" dateTime={day}>
        {formatDate(day)}
      </time>
      <span className="truncate font-medium text-sm">
        {sort === 'ends' ? t('due.expiredShort') : t('due.lateShort', { count: days })}
      </span>
    </span>
  )
}
