import type { ReactNode } from 'react'
import { useTranslation } from '@/i18n/react'

/** What the signs on the line mean. */
export function Legend() {
  const { t } = useTranslation()
  const entries: [string, ReactNode][] = [
    ['planned', <span key="p" className="h-2 w-5 rounded-full bg-info/35" />],
    ['done', <span key="d" className="h-2 w-5 rounded-full bg-info" />],
    ['inForce', <span key="f" className="h-2 w-5 rounded-full bg-done" />],
    ['late', <span key="l" className="late-bar h-2 w-5 rounded-full" />],
    ['eta', <span key="e" className="size-2.5 rotate-45 rounded-[2px] bg-info" />],
    ['expiry', <span key="x" className="size-2.5 rotate-45 rounded-[2px] border-2 border-line-strong" />],
  ]
  return (
    <ul className="flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-soft text-sm">
      {entries.map(([name, sign]) => (
        <li key={name} className="inline-flex items-center gap-1.5">
          <span aria-hidden className="grid place-items-center">
            {sign}
          </span>
          {t(`timeline.legend.${name}`)}
        </li>
      ))}
    </ul>
  )
}
