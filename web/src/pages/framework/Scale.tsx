/** The scale of a framework as steps with their names, in the reader's language. */
import { useState } from 'react'
import { formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { QUIET } from '@/resource/detail/Section'
import { cn } from '@/ui/cn'
import { spokenIn, type Translations } from '../requirements/spoken'

export interface ScoreStep extends Record<string, unknown> {
  score: number
  name?: string | null
  description?: string | null
  translations?: Translations
}

interface Props {
  min: number
  max: number
  steps: ScoreStep[]
}

export function Scale({ min, max, steps }: Props) {
  const { t, i18n } = useTranslation()
  const [open, setOpen] = useState(false)
  if (steps.length === 0) {
    return (
      <p className="text-sm">
        <span className="font-semibold">{t('framework.scale')}</span>{' '}
        <span className="text-ink-soft">
          {t('framework.fromTo', { min: formatNumber(min), max: formatNumber(max) })}
        </span>
      </p>
    )
  }
  const told = steps.some(step => step.description)
  return (
    <section aria-label={t('framework.scale')} className="@container">
      <div className="flex min-h-7 items-center justify-between gap-3">
        <h2 className="text-base">{t('framework.scale')}</h2>
        {told && (
          <button type="button" aria-expanded={open} className={QUIET} onClick={() => setOpen(!open)}>
            {t(open ? 'framework.scaleLess' : 'framework.scaleMore')}
          </button>
        )}
      </div>
      <ol className="mt-1 grid gap-1.5 @2xl:auto-cols-fr @2xl:grid-flow-col">
        {steps.map((step, at) => {
          const description = spokenIn(step, 'description', i18n.language)
          return (
            <li key={step.score} className="min-w-0 text-sm">
              <div
                aria-hidden
                className="mb-1.5 h-1.5 rounded-full bg-accent @max-2xl:hidden"
                style={{ opacity: 0.25 + (0.75 * (at + 1)) / steps.length }}
              />
              <p className="flex gap-2 pr-2">
                <span className={cn('tabular min-w-4 font-semibold')}>{formatNumber(step.score)}</span>
                <span className="min-w-0 break-words font-medium">
                  {spokenIn(step, 'name', i18n.language)}
                </span>
              </p>
              {open && description && (
                <p className="mt-1 whitespace-pre-line pr-3 text-ink-soft">{description}</p>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
