import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'

interface Props {
  title: string
  help: string
  action: string
  busy: boolean
  error: Error | null
  onSubmit: () => void
  onSkip?: () => void
  children: ReactNode
}

/** One step: the reason, a few fields, one button. */
export function StepFrame({ title, help, action, busy, error, onSubmit, onSkip, children }: Props) {
  const { t } = useTranslation()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form onSubmit={submit} className="flex max-w-xl flex-col gap-4">
      <div>
        <h3 className="text-lg">{title}</h3>
        <p className="mt-1 text-ink-soft">{help}</p>
      </div>
      {children}
      {error && (
        <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad">
          {error.message}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" disabled={busy}>
          {busy ? t('start.working') : action}
        </Button>
        {onSkip && (
          <Button look="quiet" onClick={onSkip}>
            {t('start.skip')}
          </Button>
        )}
      </div>
    </form>
  )
}
