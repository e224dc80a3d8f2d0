/** One endpoint: its health, deliveries and configuration. */
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Ellipsis, Pencil, Send } from 'lucide-react'
import type { ReactNode } from 'react'
import { useModel } from '@/api/model'
import { formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { History } from '@/resource/detail/History'
import { Loaded } from '@/resource/detail/Loaded'
import { PageHeader } from '@/shell/PageHeader'
import { Button, ButtonLink } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { CopyButton } from '@/ui/CopyButton'
import { cn } from '@/ui/cn'
import { Menu } from '@/ui/Menu'
import { Moment } from '@/ui/Moment'
import { Tabs } from '@/ui/Tabs'
import { ENDPOINTS, type Endpoint, endpointQuery } from './api'
import { DeliveryLog } from './DeliveryLog'
import { EndpointSetup } from './EndpointSetup'
import { FlagNotice, useFeature } from './FlagNotice'
import { HealthBadge } from './HealthBadge'
import { health } from './health'
import { type EndpointActions, useEndpointActions } from './useEndpointActions'

export default function EndpointPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const endpoint = useQuery(endpointQuery(id))
  const feature = useFeature()
  return (
    <Loaded query={endpoint} path={ENDPOINTS} id={id}>
      {found => <Shown endpoint={found} feature={feature !== false} />}
    </Loaded>
  )
}

function Shown({ endpoint, feature }: { endpoint: Endpoint; feature: boolean }) {
  const { t } = useTranslation()
  const resource = useModel().resources[ENDPOINTS]
  const actions = useEndpointActions(endpoint, feature)
  return (
    <div className="flex min-h-0 w-full max-w-6xl grow flex-col pb-10">
      <PageHeader
        title={endpoint.name}
        crumbs={[
          { label: t('settings.title'), to: '/settings' },
          { label: t('webhooks.title'), to: `/${ENDPOINTS}` },
        ]}
        note={
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <HealthBadge health={health(endpoint, feature)} />
            <span className="break-all font-mono text-sm">{endpoint.url}</span>
            <CopyButton text={endpoint.url} label={t('webhooks.copyUrl')} />
          </span>
        }
        actions={
          <>
            {actions.mayChange && (
              <>
                <ButtonLink to={`/${ENDPOINTS}/${endpoint.id}/edit`} icon={<Pencil size={15} aria-hidden />}>
                  {t('common.edit')}
                </ButtonLink>
                <Button
                  look="primary"
                  disabled={!feature}
                  onClick={actions.test}
                  icon={<Send size={15} aria-hidden />}
                >
                  {t('webhooks.test.action')}
                </Button>
              </>
            )}
            <Menu items={actions.items}>
              <Button icon={<Ellipsis size={17} />} label={t('common.more')} />
            </Menu>
          </>
        }
      />
      <div className="flex flex-col gap-4 px-5 pt-1 pb-5 lg:px-8">
        <FlagNotice />
        {feature && <Notice endpoint={endpoint} actions={actions} />}
        <StatTiles endpoint={endpoint} />
      </div>
      <Tabs
        label={t('detail.sections')}
        tabs={[
          {
            name: 'deliveries',
            label: t('webhooks.log.title'),
            view: () => <DeliveryLog endpoint={endpoint} feature={feature} actions={actions} />,
          },
          {
            name: 'setup',
            label: t('webhooks.setup.title'),
            view: () => <EndpointSetup endpoint={endpoint} actions={actions} />,
          },
          ...(resource
            ? [
                {
                  name: 'history',
                  label: t('detail.history'),
                  view: () => <History resource={resource} id={endpoint.id} />,
                },
              ]
            : []),
        ]}
      />
      {actions.dialogs}
    </div>
  )
}

/** Why it is not sending, and how to fix that. */
function Notice({ endpoint, actions }: { endpoint: Endpoint; actions: EndpointActions }) {
  const { t } = useTranslation()
  if (!endpoint.notice && endpoint.is_active) return null
  // A restored endpoint needs a secret before it can be enabled.
  const lacksSecret = !endpoint.has_secret && (endpoint.is_active || endpoint.disabled_reason === 'restored')
  const way = lacksSecret
    ? { label: t('webhooks.rotate.first'), run: actions.rotate }
    : !endpoint.is_active
      ? { label: t('webhooks.enable'), run: actions.enable }
      : null
  return (
    <Callout
      tone={endpoint.disabled_reason ? 'bad' : endpoint.is_active ? 'warn' : 'info'}
      title={endpoint.is_active ? undefined : t('webhooks.isOff')}
      action={way && actions.mayChange && <Button onClick={way.run}>{way.label}</Button>}
    >
      {endpoint.notice ?? t('webhooks.isOffHelp')}
    </Callout>
  )
}

function StatTiles({ endpoint }: { endpoint: Endpoint }) {
  const { t } = useTranslation()
  const { stats } = endpoint
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-3 lg:grid-cols-6">
      <Tile label={t('webhooks.stats.lastSuccess')} help={t('webhooks.stats.lastSuccessHelp')}>
        {stats.last_success ? <Moment at={stats.last_success} /> : t('webhooks.stats.never')}
      </Tile>
      <Tile
        label={t('webhooks.stats.failures')}
        help={t('webhooks.stats.failuresHelp')}
        tone={stats.failures > 0 && 'text-warn'}
      >
        {formatNumber(stats.failures)}
      </Tile>
      <Tile label={t('webhooks.stats.pending')} help={t('webhooks.stats.pendingHelp')}>
        {formatNumber(stats.pending)}
      </Tile>
      <Tile label={t('webhooks.stats.delivered')} help={t('webhooks.stats.deliveredHelp')}>
        {formatNumber(stats.delivered)}
      </Tile>
      <Tile
        label={t('webhooks.stats.discarded')}
        help={t('webhooks.stats.discardedHelp')}
        tone={stats.discarded > 0 && 'text-bad'}
      >
        {formatNumber(stats.discarded)}
      </Tile>
      <Tile label={t('webhooks.stats.skipped')} help={t('webhooks.stats.skippedHelp')}>
        {formatNumber(stats.skipped)}
      </Tile>
    </dl>
  )
}

function Tile(props: { label: string; help: string; tone?: string | false; children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse justify-end bg-raised px-4 py-3" title={props.help}>
      <dt className="text-ink-soft text-sm">{props.label}</dt>
      <dd className={cn('tabular truncate font-semibold text-lg', props.tone)}>{props.children}</dd>
    </div>
  )
}
