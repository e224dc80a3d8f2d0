import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Copy } from 'lucide-react'
import { useState } from 'react'
import { request } from '@/api/client'
import type { Row } from '@/api/model'
import { refresh } from '@/api/objects'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { FormField } from '@/ui/Field'
import { toast } from '@/ui/Toast'
import { Name } from './DomainStep'
import { StepFrame } from './StepFrame'

const EVENTS = ['asset', 'appliedcontrol', 'evidence', 'finding'].flatMap(name =>
  ['created', 'updated', 'deleted'].map(what => `${name}.${what}`),
)

interface Tested {
  delivered: boolean
  outcome: string
  error: string | null
  milliseconds: number
}

interface Props {
  /** The secret is shown only once: the step must not close by itself. */
  onStay: () => void
  onDone: () => void
  onSkip: () => void
}

/** Notifies another system of changes as they happen. */
export function WebhookStep({ onStay, onDone, onSkip }: Props) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [url, setUrl] = useState('')
  const make = useMutation({
    mutationFn: async () => {
      const body = {
        name: t('start.webhook.endpoint'),
        url: url.trim(),
        event_types: EVENTS,
        generate_secret: true,
      }
      const endpoint = (await request<Row>('webhooks/endpoints/', { method: 'POST', body })).data
      // Only now that there is an endpoint.
      await request('settings/feature-flags/', { method: 'PATCH', body: { outgoing_webhooks: true } })
      return endpoint
    },
    onSuccess: () => {
      onStay()
      return refresh(client)
    },
  })
  const test = useMutation({
    mutationFn: async (id: string) =>
      (await request<Tested>(`webhooks/endpoints/${id}/test/`, { method: 'POST', body: {} })).data,
    onError: toast.bad,
  })
  if (make.data) {
    const made = make.data
    const secret = typeof made.secret === 'string' ? made.secret : ''
    return (
      <div className="flex max-w-xl flex-col gap-4">
        <h3 className="text-lg">{t('start.webhook.made')}</h3>
        {secret && (
          <div>
            <p className="mb-1.5 text-ink-soft">{t('start.webhook.secretHelp')}</p>
            <div className="flex items-center gap-2">
              <code className="min-w-0 grow break-all rounded-md border border-line bg-sunken px-3 py-2 font-mono text-sm">
                {secret}
              </code>
              <Button
                icon={<Copy size={16} />}
                label={t('start.webhook.copy')}
                onClick={() =>
                  void navigator.clipboard
                    .writeText(secret)
                    .then(() => toast.good(t('common.copied')), toast.bad)
                }
              />
            </div>
          </div>
        )}
        {test.data && (
          <p
            role="status"
            className={
              test.data.delivered
                ? 'flex items-center gap-2 rounded-md bg-good-soft px-3 py-2 text-good'
                : 'flex items-center gap-2 rounded-md bg-bad-soft px-3 py-2 text-bad'
            }
          >
            {test.data.delivered ? (
              <CircleCheck size={16} aria-hidden className="shrink-0" />
            ) : (
              <CircleAlert size={16} aria-hidden className="shrink-0" />
            )}
            {test.data.delivered
              ? t('start.webhook.arrived', { milliseconds: test.data.milliseconds })
              : t('start.webhook.failed', { reason: test.data.error ?? test.data.outcome })}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button disabled={test.isPending} onClick={() => test.mutate(made.id)}>
            {t(test.isPending ? 'start.working' : 'start.webhook.test')}
          </Button>
          <Button look="primary" onClick={onDone}>
            {t('start.webhook.kept')}
          </Button>
        </div>
      </div>
    )
  }
  return (
    <StepFrame
      title={t('start.webhook.title')}
      help={t('start.webhook.help')}
      action={t('start.webhook.action')}
      busy={make.isPending}
      error={make.error}
      onSubmit={() => make.mutate()}
      onSkip={onSkip}
    >
      <FormField label={t('start.webhook.label')} help={t('start.webhook.labelHelp')} required>
        <Name value={url} onChange={setUrl} type="url" placeholder="https://receiver.example/cairn" />
      </FormField>
    </StepFrame>
  )
}
