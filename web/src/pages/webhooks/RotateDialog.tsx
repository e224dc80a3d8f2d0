/** Creates the next secret. It is shown once and signs from the time that the person chooses. */
import { useState } from 'react'
import { ApiError } from '@/api/client'
import { formatDateTime } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { ChoiceCards } from '@/ui/ChoiceCards'
import { Dialog } from '@/ui/Dialog'
import { FormField, useWiring } from '@/ui/Field'
import { ShownOnce } from '@/ui/ShownOnce'
import { ENDPOINTS, type Endpoint, useAct } from './api'
import { fromLocal, toLocal } from './time'

const OVERLAPS = [0, 1, 24, 72, 168]

interface NewSecret {
  secret?: string
  active_from: string
}

export function RotateDialog({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const { t } = useTranslation()
  const rotate = useAct<NewSecret>(ENDPOINTS)
  const [when, setWhen] = useState<'now' | 'later'>('now')
  const [at, setAt] = useState(() => toLocal(new Date(Date.now() + 86_400_000)))
  const [overlap, setOverlap] = useState(0)
  const first = !endpoint.has_secret
  const from = when === 'now' ? new Date() : fromLocal(at)
  const until = from && new Date(from.getTime() + overlap * 3_600_000)
  const run = () =>
    rotate.mutate({
      id: endpoint.id,
      action: first ? 'generate-secret' : 'rotate-secret',
      body: first
        ? {}
        : { ...(when === 'later' && from && { activate_at: from.toISOString() }), overlap_hours: overlap },
    })
  const errors = rotate.error instanceof ApiError ? (rotate.error.problem.errors ?? {}) : {}
  if (rotate.data?.secret) {
    const soon = new Date(rotate.data.active_from).getTime() > Date.now() + 5000
    return (
      <ShownOnce
        title={t('webhooks.secret.newTitle')}
        label={t('webhooks.secret.label')}
        secret={rotate.data.secret}
        warning={t('webhooks.secret.warning')}
        onClose={onClose}
      >
        <p className="text-ink-soft">
          {soon
            ? t('webhooks.rotate.signsFrom', { at: formatDateTime(rotate.data.active_from) })
            : t('webhooks.rotate.signsNow')}
        </p>
      </ShownOnce>
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(first ? 'webhooks.rotate.first' : 'webhooks.rotate.title')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" disabled={rotate.isPending || !from} onClick={run}>
            {t('webhooks.rotate.make')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {rotate.error && Object.keys(errors).length === 0 && (
          <Callout tone="bad" urgent>
            {rotate.error.message}
          </Callout>
        )}
        {first ? (
          <p>{t('webhooks.rotate.firstHelp')}</p>
        ) : (
          <>
            <p className="text-ink-soft">{t('webhooks.rotate.help')}</p>
            <ChoiceCards
              label={t('webhooks.rotate.when')}
              value={when}
              onChange={setWhen}
              choices={[
                { value: 'now', label: t('webhooks.rotate.now'), help: t('webhooks.rotate.nowHelp') },
                { value: 'later', label: t('webhooks.rotate.later'), help: t('webhooks.rotate.laterHelp') },
              ]}
            />
            {when === 'later' && (
              <FormField label={t('webhooks.rotate.at')} errors={errors.activate_at}>
                <When value={at} onChange={setAt} />
              </FormField>
            )}
            <FormField
              label={t('webhooks.rotate.overlap')}
              help={t('webhooks.rotate.overlapHelp')}
              errors={errors.overlap_hours}
            >
              <Overlap value={overlap} onChange={setOverlap} />
            </FormField>
            {from && until && (
              <p className="rounded-md bg-sunken px-3 py-2.5">
                {overlap > 0
                  ? t('webhooks.rotate.planOverlap', {
                      at: formatDateTime(from.toISOString()),
                      until: formatDateTime(until.toISOString()),
                    })
                  : t('webhooks.rotate.plan', { at: formatDateTime(from.toISOString()) })}
              </p>
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}

function When({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const wiring = useWiring()
  return (
    <input
      {...wiring}
      type="datetime-local"
      className="control max-w-64"
      min={toLocal(new Date())}
      max={toLocal(new Date(Date.now() + 7 * 86_400_000))}
      value={value}
      onChange={event => onChange(event.target.value)}
    />
  )
}

function Overlap({ value, onChange }: { value: number; onChange: (value: number) => void }) {
  const { t } = useTranslation()
  const wiring = useWiring()
  return (
    <select
      {...wiring}
      className="control max-w-64"
      value={value}
      onChange={event => onChange(Number(event.target.value))}
    >
      {OVERLAPS.map(hours => (
        <option key={hours} value={hours}>
          {hours === 0 ? t('webhooks.rotate.noOverlap') : t('webhooks.rotate.hours', { count: hours })}
        </option>
      ))}
    </select>
  )
}
