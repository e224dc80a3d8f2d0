/** Chooses the instant to view. If it cannot be shown, it says so before anything changes. */
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { ApiError, get } from '@/api/client'
import { useGoTo, useInstant } from '@/api/useInstant'
import { formatDateTime } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { asLocal, asText, CHOICES, chosen } from './instants'

/** Whether the journal covers an instant; asking also rebuilds it, so that the pages load quickly. */
const probe = (at: string) => get('folders/org_tree/', { as_of: at })

/** The server's reason, with times as people read them. */
export function reason(error: unknown): string {
  const own = error instanceof ApiError ? error.problem.errors?.as_of?.[0] : undefined
  const text = own ?? (error instanceof Error ? error.message : String(error))
  return text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, formatDateTime)
}

export function TimePicker({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const now = useInstant()
  const goTo = useGoTo()
  const [text, setText] = useState(() => asLocal(now ? new Date(now) : chosen('yesterday')))
  const go = useMutation({
    mutationFn: async (at: Date) => {
      if (Number.isNaN(at.getTime())) throw new Error(t('time.choose'))
      await probe(asText(at))
      return asText(at)
    },
    onSuccess: at => {
      goTo(at)
      onDone()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    go.mutate(new Date(text))
  }
  return (
    <div className="flex flex-col gap-3 p-3">
      <div>
        <h2 className="font-semibold text-base">{t('time.title')}</h2>
        <p className="mt-0.5 text-pretty text-ink-soft text-sm">{t('time.help')}</p>
      </div>
      <form onSubmit={submit} className="flex flex-col gap-1.5">
        <label htmlFor={id} className="text-ink-soft text-sm">
          {t('time.at')}
        </label>
        <div className="flex gap-2">
          <input
            id={id}
            type="datetime-local"
            step={1}
            autoFocus
            required
            max={asLocal(new Date())}
            value={text}
            onChange={event => setText(event.target.value)}
            aria-invalid={go.isError || undefined}
            aria-describedby={go.isError ? `${id}-error` : undefined}
            className="control min-w-0 grow"
          />
          <Button type="submit" look="primary" disabled={go.isPending}>
            {t('time.show')}
          </Button>
        </div>
        <p id={`${id}-error`} role="alert" className="text-bad text-sm empty:hidden">
          {go.isError && reason(go.error)}
        </p>
        {go.isPending && (
          <p role="status" className="text-ink-soft text-sm">
            {t('time.rebuilding')}
          </p>
        )}
      </form>
      <ul aria-label={t('time.quick')} className="-mx-1.5 flex flex-col">
        {CHOICES.map(choice => (
          <li key={choice}>
            <button
              type="button"
              disabled={go.isPending}
              onClick={() => go.mutate(chosen(choice))}
              className="flex w-full items-baseline justify-between gap-4 rounded-md px-1.5 py-1.5 text-left hover:bg-hover"
            >
              <span>{t(`time.choices.${choice}`)}</span>
              <span className="tabular shrink-0 text-ink-soft text-sm">
                {formatDateTime(chosen(choice).toISOString())}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {now && (
        <Button
          onClick={() => {
            goTo(undefined)
            onDone()
          }}
        >
          {t('time.backToNow')}
        </Button>
      )}
    </div>
  )
}
