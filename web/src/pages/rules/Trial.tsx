/** What the expression would find, now or on a day in the past. Nothing is written. */
import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { ApiError } from '@/api/client'
import { formatDate, formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { to } from '@/resource/address'
import { Button } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { cn } from '@/ui/cn'
import { FormField, useWiring } from '@/ui/Field'
import { Skeleton } from '@/ui/States'
import { useSettled } from '@/ui/useSettled'
import { today } from '../due/days'
import { type Trial as Asked, type Found, type Tried, tryQuery } from './api'

const SHOWN = 10

export interface Trying {
  data: Tried | undefined
  error: Error | null
  /** What is shown belongs to what is written. */
  isCurrent: boolean
  retry: () => void
}

export function useTrial(asked: Asked): Trying {
  const settled = useSettled(asked)
  const query = useQuery(tryQuery(settled))
  const isSame = JSON.stringify(settled) === JSON.stringify(asked)
  return {
    data: query.data,
    error: isSame ? query.error : null,
    isCurrent: isSame && !query.isFetching && !query.isPlaceholderData,
    retry: () => void query.refetch(),
  }
}

interface Props {
  trial: Trying
  /** Nothing is written yet. */
  isEmpty: boolean
  resource: string
  /** What is watched, in the plural. */
  kind: string
  day: string
  onDay: (day: string) => void
}

export function Trial({ trial, isEmpty, resource, kind, day, onDay }: Props) {
  const { t } = useTranslation()
  return (
    <section
      aria-labelledby="trial"
      className="flex min-w-0 flex-col gap-3 rounded-lg border border-line p-4"
    >
      <h2 id="trial" className="text-base">
        {t('rules.trial')}
      </h2>
      <div className="flex items-end gap-2">
        <FormField label={t('rules.pastDay')}>
          <Day value={day} onChange={onDay} />
        </FormField>
        {day && <Button onClick={() => onDay('')}>{t('rules.backToToday')}</Button>}
      </div>
      <Outcome trial={trial} isEmpty={isEmpty} resource={resource} kind={kind} day={day} />
    </section>
  )
}

function Day({ value, onChange }: { value: string; onChange: (day: string) => void }) {
  return (
    <input
      {...useWiring()}
      type="date"
      max={today()}
      className="control w-42"
      value={value}
      onChange={event => onChange(event.target.value)}
    />
  )
}

function Outcome({ trial, isEmpty, resource, kind, day }: Omit<Props, 'onDay'>) {
  const { t } = useTranslation()
  const { data, error, isCurrent } = trial
  if (isEmpty) return <p className="text-ink-soft text-sm">{t('rules.trialEmpty')}</p>
  if (error) {
    // The mistakes themselves are told where the expression is written.
    const wrong = error instanceof ApiError ? error.problem.errors : undefined
    const words = wrong?.expression ? 'rules.trialMistake' : wrong?.as_of ? 'rules.tooEarly' : undefined
    return words ? (
      <p role="status" className="text-ink-soft text-sm">
        {t(words)}
      </p>
    ) : (
      <Callout tone="bad" action={<Button onClick={trial.retry}>{t('common.retry')}</Button>}>
        {error.message}
      </Callout>
    )
  }
  if (!data) return <Skeleton className="h-24 w-full" />
  return (
    <div className={cn('flex flex-col gap-3', !isCurrent && 'opacity-60')} aria-busy={!isCurrent}>
      <p role="status">
        <span className="tabular font-semibold text-xl">{formatNumber(data.count)}</span>{' '}
        <span className="text-ink-soft">
          {t('rules.outOf', { count: data.count, all: formatNumber(data.checked), kind: kind.toLowerCase() })}
          {day && ` ${t('rules.onDay', { day: formatDate(day) })}`}
        </span>
      </p>
      {data.failure_count > 0 && (
        <Callout tone="warn" title={t('rules.failed', { count: data.failure_count })}>
          {data.failures[0] && `${data.failures[0].object.str}: ${data.failures[0].message}`}
        </Callout>
      )}
      <ul className="flex flex-col">
        {data.results.slice(0, SHOWN).map(found => (
          <Line key={found.object.id} found={found} resource={resource} />
        ))}
      </ul>
      {data.count > SHOWN && (
        <p className="text-ink-soft text-sm">{t('rules.more', { count: data.count - SHOWN })}</p>
      )}
    </div>
  )
}

/** It opens beside the form, which is not lost. */
function Line({ found, resource }: { found: Found; resource: string }) {
  const { t } = useTranslation()
  return (
    <li className="flex flex-col gap-0.5 border-line border-t py-2 text-sm">
      <a
        href={to.item(resource, found.object.id)}
        target="_blank"
        rel="noopener"
        className="inline-flex min-w-0 items-center gap-1.5 self-start rounded-sm font-medium underline-offset-3 hover:underline"
      >
        {found.object.str}
        <ExternalLink size={12} aria-hidden className="shrink-0 text-ink-faint" />
        <span className="sr-only">{t('rules.newTab')}</span>
      </a>
      <span className="break-words text-ink-soft">{found.reason}</span>
    </li>
  )
}
