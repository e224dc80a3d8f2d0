/** Replays what failed or was missed since a time, and says beforehand how much that is. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { Dialog } from '@/ui/Dialog'
import { FormField, useWiring } from '@/ui/Field'
import { Segments } from '@/ui/Segments'
import { toast } from '@/ui/Toast'
import { countQuery, ENDPOINTS, type Endpoint, useAct } from './api'
import { fromLocal, toLocal } from './time'

type What = 'both' | 'failed' | 'missed'
const STATES: Record<What, string> = { both: 'discarded,skipped', failed: 'discarded', missed: 'skipped' }
const AGO = { hour: 3600, day: 86_400, week: 7 * 86_400 } as const

export function ReplayDialog({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const { t } = useTranslation()
  const replay = useAct<{ count: number }>(ENDPOINTS)
  const [what, setWhat] = useState<What>('both')
  const [since, setSince] = useState(() => ago(AGO.day))
  const from = fromLocal(since)
  const count = useQuery({
    ...countQuery({
      endpoint: endpoint.id,
      state__in: STATES[what],
      created_at__gte: from?.toISOString(),
    }),
    enabled: from !== null,
  })
  const run = () =>
    replay.mutate(
      {
        id: endpoint.id,
        action: 'replay',
        body: { since: from?.toISOString(), ...(what !== 'both' && { what }) },
      },
      {
        onSuccess: ({ count }) => {
          toast.good(t('webhooks.replay.done', { count, n: formatNumber(count) }))
          onClose()
        },
      },
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('webhooks.replay.title')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" disabled={replay.isPending || !count.data} onClick={run}>
            {t('webhooks.replay.run')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <p className="text-ink-soft">{t('webhooks.replay.help')}</p>
        <FormField label={t('webhooks.replay.what')} group>
          <Segments<What>
            label={t('webhooks.replay.what')}
            value={what}
            onChange={setWhat}
            segments={(['both', 'failed', 'missed'] as const).map(value => ({
              value,
              label: t(`webhooks.replay.${value}`),
            }))}
          />
        </FormField>
        <FormField label={t('webhooks.replay.since')}>
          <div className="flex flex-wrap items-center gap-2">
            <Since value={since} onChange={setSince} />
            {(['hour', 'day', 'week'] as const).map(name => (
              <Button key={name} size="sm" onClick={() => setSince(ago(AGO[name]))}>
                {t(`webhooks.replay.${name}`)}
              </Button>
            ))}
          </div>
        </FormField>
        {replay.error ? (
          <Callout tone="bad" urgent>
            {replay.error.message}
          </Callout>
        ) : (
          <p role="status" className="rounded-md bg-sunken px-3 py-2.5">
            {count.data === undefined
              ? t('common.loading')
              : t('webhooks.replay.count', { count: count.data, n: formatNumber(count.data) })}
          </p>
        )}
      </div>
    </Dialog>
  )
}

const ago = (seconds: number) => toLocal(new Date(Date.now() - seconds * 1000))

function Since({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const wiring = useWiring()
  return (
    <input
      {...wiring}
      type="datetime-local"
      className="control max-w-60"
      value={value}
      onChange={event => onChange(event.target.value)}
    />
  )
}
