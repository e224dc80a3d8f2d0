import { formatShortDay } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { daysLeft } from '../due/days'

/** By when: plain while there is time, in red when it is late. */
export function DueWords({ date }: { date: string }) {
  const { t } = useTranslation()
  const left = daysLeft(date)
  const day = formatShortDay(date)
  return left < 0 ? (
    <span className="font-medium text-bad">{t('respond.late', { date: day, count: -left })}</span>
  ) : (
    <span>{t('respond.due', { date: day })}</span>
  )
}
