/** Sends a test event and shows the whole exchange. */
import { useMutation } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { request } from '@/api/client'
import { formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { Dialog } from '@/ui/Dialog'
import { FormField, useWiring } from '@/ui/Field'
import { Switch } from '@/ui/Switch'
import { ENDPOINTS, type Endpoint, type TestResult } from './api'
import { Exchange } from './Exchange'
import { statusTone } from './health'

export function TestDialog({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const { t } = useTranslation()
  const [event, setEvent] = useState(endpoint.event_types[0] ?? '')
  const waiting = endpoint.next_secret_at && new Date(endpoint.next_secret_at) > new Date()
  const [pending, setPending] = useState(false)
  const test = useMutation({
    mutationFn: async () => {
      const body = { ...(event && { event }), with_pending_secret: pending }
      return (await request<TestResult>(`${ENDPOINTS}/${endpoint.id}/test/`, { method: 'POST', body })).data
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={t('webhooks.test.title', { name: endpoint.name })}
      footer={
        <>
          <Button onClick={onClose}>{t('common.close')}</Button>
          <Button
            look="primary"
            disabled={test.isPending}
            onClick={() => test.mutate()}
            icon={<Send size={15} aria-hidden />}
          >
            {t(
              test.isPending
                ? 'webhooks.test.sending'
                : test.data
                  ? 'webhooks.test.again'
                  : 'webhooks.test.send',
            )}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <p className="text-ink-soft">{t('webhooks.test.help')}</p>
        <div className="grid gap-4 sm:grid-cols-2">
          <FormField label={t('webhooks.test.event')}>
            <EventSelect names={endpoint.event_types} value={event} onChange={setEvent} />
          </FormField>
          {waiting && (
            <FormField label={t('webhooks.test.pending')} help={t('webhooks.test.pendingHelp')}>
              <Switch checked={pending} onChange={setPending} />
            </FormField>
          )}
        </div>
        {test.error && (
          <Callout tone="bad" urgent>
            {test.error.message}
          </Callout>
        )}
        {test.data && <Result result={test.data} />}
      </div>
    </Dialog>
  )
}

function EventSelect(props: { names: string[]; value: string; onChange: (name: string) => void }) {
  const wiring = useWiring()
  return (
    <select
      {...wiring}
      className="control font-mono text-sm"
      value={props.value}
      onChange={event => props.onChange(event.target.value)}
    >
      {props.names.map(name => (
        <option key={name}>{name}</option>
      ))}
    </select>
  )
}

function Result({ result }: { result: TestResult }) {
  const { t } = useTranslation()
  const { response } = result
  return (
    <>
      <Callout
        tone={result.delivered ? 'good' : 'bad'}
        urgent
        title={t(result.delivered ? 'webhooks.test.delivered' : 'webhooks.test.failed')}
        action={
          <span className="flex items-center gap-2">
            {response && <Badge tone={statusTone(response.status)}>{response.status}</Badge>}
            <span className="tabular text-ink-soft">
              {t('webhooks.exchange.milliseconds', {
                count: result.milliseconds,
                n: formatNumber(result.milliseconds),
              })}
            </span>
          </span>
        }
      >
        {result.error ?? (result.remote && t('webhooks.test.from', { remote: result.remote }))}
      </Callout>
      <div className="grid gap-6 lg:grid-cols-2">
        <Exchange
          title={t('webhooks.exchange.request')}
          line={`POST ${result.request.url}`}
          headers={result.request.headers}
          body={JSON.stringify(result.request.body)}
        />
        {response ? (
          <Exchange
            title={t('webhooks.exchange.response')}
            line={t('webhooks.exchange.status', { status: response.status })}
            headers={response.headers}
            body={response.body}
          />
        ) : (
          <section>
            <h3 className="font-semibold text-base">{t('webhooks.exchange.response')}</h3>
            <p className="mt-1 text-ink-soft">{t('webhooks.exchange.noResponse')}</p>
          </section>
        )}
      </div>
    </>
  )
}
