import { Check } from 'lucide-react'
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'

export const STEPS = ['file', 'columns', 'check', 'done'] as const
export type Step = (typeof STEPS)[number]

/** The progress through the steps. */
export function Steps({ current }: { current: Step }) {
  const { t } = useTranslation()
  const at = STEPS.indexOf(current)
  return (
    <ol className="mb-6 flex flex-wrap gap-x-2 gap-y-2 text-sm" aria-label={t('import.progress')}>
      {STEPS.map((step, index) => (
        <li
          key={step}
          aria-current={index === at ? 'step' : undefined}
          className={cn('flex items-center gap-2', index > at && 'text-ink-faint')}
        >
          {index > 0 && <span aria-hidden className="h-px w-6 bg-line sm:w-10" />}
          <span
            aria-hidden
            className={cn(
              'tabular grid size-6 place-items-center rounded-full border font-medium text-xs',
              index < at && 'border-accent bg-accent-soft text-accent-text',
              index === at && 'border-accent bg-accent text-accent-ink',
              index > at && 'border-line',
            )}
          >
            {index < at ? <Check size={13} /> : index + 1}
          </span>
          <span className={cn(index === at && 'font-medium')}>{t(`import.steps.${step}`)}</span>
        </li>
      ))}
    </ol>
  )
}
