/** What an object still needs. It disappears with the last step. */
import { CircleCheck, CircleDashed } from 'lucide-react'
import { useTranslation } from '@/i18n/react'
import type { Checklist } from '@/layouts/layout'
import { cn } from '@/ui/cn'

export function NextStep({ checklist }: { checklist: Checklist }) {
  const { t } = useTranslation()
  const done = checklist.steps.filter(step => step.done).length
  const all = checklist.steps.length
  if (done === all) return null
  return (
    <section
      aria-labelledby="next-step"
      className="flex items-center gap-4 rounded-lg border border-line bg-raised px-4 py-3.5 shadow-sm"
    >
      <div className="min-w-0 grow">
        <h2 id="next-step" className="text-base">
          {t(checklist.title, { count: all - done })}
        </h2>
        <ul className="mt-1.5 flex flex-wrap gap-x-5 gap-y-1.5 text-sm">
          {checklist.steps.map(step => {
            const Icon = step.done ? CircleCheck : CircleDashed
            return (
              <li
                key={step.label}
                className={cn('flex items-center gap-1.5', step.done ? 'text-ink-soft' : 'font-medium')}
              >
                <Icon
                  size={16}
                  aria-hidden
                  className={cn('shrink-0', step.done ? 'text-accent-text' : 'text-ink-faint')}
                />
                <span className="sr-only">{t(step.done ? 'detail.stepDone' : 'detail.stepOpen')} </span>
                {t(step.label)}
              </li>
            )
          })}
        </ul>
      </div>
      <p className="flex shrink-0 items-center gap-2.5 text-ink-soft text-sm max-sm:hidden">
        <Ring share={done / all} />
        <span className="tabular">{t('detail.steps', { done, all })}</span>
      </p>
    </section>
  )
}

const RADIUS = 13
const AROUND = 2 * Math.PI * RADIUS

function Ring({ share }: { share: number }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className="size-8 -rotate-90">
      <circle cx="16" cy="16" r={RADIUS} fill="none" strokeWidth="4" className="stroke-track" />
      <circle
        cx="16"
        cy="16"
        r={RADIUS}
        fill="none"
        strokeWidth="4"
        strokeLinecap="round"
        strokeDasharray={`${share * AROUND} ${AROUND}`}
        className="stroke-accent"
      />
    </svg>
  )
}
