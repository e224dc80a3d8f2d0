import { type ReactNode, useId } from 'react'
import { formatDay } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { byDay } from './entry'

const DAY = 86_400_000

/** Entries in the order they come, each day under its name. */
export function Days<T extends { at: string }>({
  entries,
  children,
}: {
  entries: T[]
  children: (entries: T[]) => ReactNode
}) {
  return byDay(entries).map(({ day, entries }) => (
    <Day key={day} day={day}>
      {children(entries)}
    </Day>
  ))
}

function Day({ day, children }: { day: number; children: ReactNode }) {
  const { t } = useTranslation()
  const id = useId()
  const now = new Date()
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime()
  const word =
    day === today ? t('log.today') : Math.round((today - day) / DAY) === 1 ? t('log.yesterday') : ''
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2.5 font-semibold text-base">
        {word && `${word} · `}
        <span className={word ? 'font-normal text-ink-soft' : ''}>{formatDay(day)}</span>
      </h2>
      {children}
    </section>
  )
}
