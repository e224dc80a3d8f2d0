/** The configuration of an endpoint, in words. */
import type { ReactNode } from 'react'
import { formatDateTime } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import type { Endpoint } from './api'
import type { EndpointActions } from './useEndpointActions'

export function EndpointSetup({ endpoint, actions }: { endpoint: Endpoint; actions: EndpointActions }) {
  const { t } = useTranslation()
  const bySubject = new Map<string, string[]>()
  // As things happen: created, changed, deleted.
  const order = [...endpoint.event_types].sort((a, b) => rank(a) - rank(b))
  for (const name of order) {
    const [subject = '', kind = ''] = name.split('.')
    bySubject.set(subject, [...(bySubject.get(subject) ?? []), kind])
  }
  return (
    <div className="flex max-w-4xl flex-col gap-6 px-5 py-6 lg:px-8">
      <Rotation endpoint={endpoint} />
      <dl className="grid gap-y-4 sm:grid-cols-[13rem_1fr] sm:gap-x-6">
        <Line label={t('webhooks.form.events')}>
          <ul className="flex flex-col gap-1">
            {[...bySubject].map(([subject, kinds]) => (
              <li key={subject} className="flex flex-wrap items-center gap-1.5">
                <span className="font-mono text-sm">{subject}</span>
                {kinds.map(kind => (
                  <Badge key={kind}>{t(`webhooks.events.${kind}`, kind)}</Badge>
                ))}
              </li>
            ))}
          </ul>
        </Line>
        <Line label={t('webhooks.form.payload')}>
          {t(`webhooks.payload.${endpoint.payload_format}`)}
          <Small>{t(`webhooks.payload.${endpoint.payload_format}Help`)}</Small>
        </Line>
        <Line label={t('webhooks.form.signature')}>
          {t(`webhooks.sign.${endpoint.sign_mode}`)}
          <Small>{t(`webhooks.sign.${endpoint.sign_mode}Help`)}</Small>
        </Line>
        <Line label={t('webhooks.secret.label')}>
          <span className="flex flex-wrap items-center gap-2">
            {endpoint.has_secret ? (
              <span className="font-mono text-ink-soft">whsec_••••••••••••</span>
            ) : (
              <Badge tone="warn">{t('webhooks.secret.none')}</Badge>
            )}
            {actions.mayChange && (
              <Button size="sm" onClick={actions.rotate}>
                {t(endpoint.has_secret ? 'webhooks.rotate.action' : 'webhooks.rotate.first')}
              </Button>
            )}
          </span>
          <Small>{t('webhooks.secret.never')}</Small>
        </Line>
        <Line label={t('webhooks.form.domains')}>
          {endpoint.target_folders.length === 0
            ? t('webhooks.setup.everywhere', { owner: endpoint.owner.str })
            : endpoint.target_folders.map(folder => folder.str).join(', ')}
          {endpoint.target_folders.length > 0 && endpoint.include_subfolders && (
            <Small>{t('webhooks.setup.below')}</Small>
          )}
        </Line>
        <Line label={t('webhooks.form.headers')}>
          {endpoint.header_names.length === 0 ? (
            t('common.none')
          ) : (
            <span className="flex flex-wrap gap-1.5">
              {endpoint.header_names.map(name => (
                <code key={name} className="rounded bg-sunken px-1.5 py-0.5 font-mono text-xs">
                  {name}: ••••••
                </code>
              ))}
            </span>
          )}
        </Line>
        <Line label={t('webhooks.setup.owner')}>
          {endpoint.owner.str}
          <Small>{t('webhooks.setup.ownerHelp')}</Small>
        </Line>
        <Line label={t('webhooks.form.limits')}>
          {t('webhooks.setup.limits', { seconds: endpoint.timeout, count: endpoint.max_in_flight })}
        </Line>
        <Line label={t('webhooks.form.folder')}>{endpoint.folder.str}</Line>
        <Line label={t('webhooks.setup.made')}>{formatDateTime(endpoint.created_at)}</Line>
      </dl>
    </div>
  )
}

const rank = (name: string) => ['created', 'updated', 'deleted'].indexOf(name.split('.')[1] ?? '')

/** A rotation in progress. */
function Rotation({ endpoint }: { endpoint: Endpoint }) {
  const { t } = useTranslation()
  const now = Date.now()
  const coming = endpoint.next_secret_at && Date.parse(endpoint.next_secret_at) > now
  const overlapping = endpoint.overlap_until && Date.parse(endpoint.overlap_until) > now
  if (!coming && !overlapping) return null
  return (
    <Callout title={t('webhooks.rotate.underWay')}>
      {coming && <p>{t('webhooks.rotate.comes', { at: formatDateTime(endpoint.next_secret_at!) })}</p>}
      {overlapping && <p>{t('webhooks.rotate.both', { until: formatDateTime(endpoint.overlap_until!) })}</p>}
    </Callout>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-ink-soft max-sm:-mb-3">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  )
}

function Small({ children }: { children: ReactNode }) {
  return <p className="text-ink-soft text-sm">{children}</p>
}
