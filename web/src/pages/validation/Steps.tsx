/** The steps of a validation so far, newest first: who did what, and why. */
import { useQuery } from '@tanstack/react-query'
import { pageQuery } from '@/api/objects'
import { useTranslation } from '@/i18n/react'
import { Section } from '@/resource/detail/Section'
import { Moment } from '@/ui/Moment'
import type { DetailProps } from '..'
import { stepsOf } from './model'

export default function Steps({ row }: DetailProps) {
  const { t } = useTranslation()
  const steps = stepsOf(row).toReversed()
  const people = [...new Set(steps.flatMap(step => step.event_actor ?? []))]
  const found = useQuery({ ...pageQuery('users', { id: people.join(',') }), enabled: people.length > 0 })
  const names = new Map(found.data?.results.map(user => [user.id, String(user.str ?? user.email)]))
  return (
    <Section title={t('validation.steps')}>
      <ol className="mt-2">
        {steps.map(step => (
          <li
            key={`${step.created_at}${step.event_type}`}
            className="group/step relative flex gap-3 pb-4 last:pb-0"
          >
            <span
              aria-hidden
              className="absolute top-4 bottom-0 left-1 w-px bg-line group-last/step:hidden"
            />
            <span aria-hidden className="mt-1.5 size-2 shrink-0 rounded-full bg-accent" />
            <div className="min-w-0 text-sm">
              <p>
                <span className="font-medium">{t(`validation.events.${step.event_type}`)}</span>{' '}
                <span className="text-ink-soft">
                  {step.event_actor && names.get(step.event_actor) && `· ${names.get(step.event_actor)} `}·{' '}
                  <Moment at={step.created_at} />
                </span>
              </p>
              {step.event_notes && (
                <p className="mt-0.5 whitespace-pre-line break-words text-ink-soft">{step.event_notes}</p>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}
