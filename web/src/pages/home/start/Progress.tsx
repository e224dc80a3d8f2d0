import { Check, Circle, LoaderCircle } from 'lucide-react'
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'

const DEEDS = ['framework', 'domain', 'audit'] as const
export type Deed = (typeof DEEDS)[number]

/** What is being done, what is done, and what is left. */
export function Progress({ now }: { now: Deed }) {
  const { t } = useTranslation()
  const at = DEEDS.indexOf(now)
  return (
    <div className="rounded-lg bg-sunken px-4 py-3">
      <div
        role="progressbar"
        aria-label={t('start.audit.progress')}
        aria-valuemin={0}
        aria-valuemax={DEEDS.length}
        aria-valuenow={at}
        aria-valuetext={t(`start.audit.deeds.${now}`)}
        className="h-1.5 overflow-hidden rounded-full bg-track"
      >
        <div
          className="h-full rounded-full bg-accent transition-[width]"
          style={{ width: `${((at + 0.5) / DEEDS.length) * 100}%` }}
        />
      </div>
      <ol className="mt-2.5 flex flex-col gap-1 text-sm">
        {DEEDS.map((deed, place) => {
          const Icon = place < at ? Check : place === at ? LoaderCircle : Circle
          return (
            <li key={deed} className={cn('flex items-center gap-2', place !== at && 'text-ink-soft')}>
              <Icon
                size={15}
                aria-hidden
                className={cn('shrink-0', place === at && 'animate-spin motion-reduce:animate-none')}
              />
              {t(`start.audit.deeds.${deed}`)}
            </li>
          )
        })}
      </ol>
    </div>
  )
}
