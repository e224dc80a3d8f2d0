/** All endpoints, with their health. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Ellipsis, Plus, TriangleAlert, Webhook } from 'lucide-react'
import { useDomainIds } from '@/api/domains'
import { useModel } from '@/api/model'
import { formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { PageHeader } from '@/shell/PageHeader'
import { Badge } from '@/ui/Badge'
import { Button, ButtonLink } from '@/ui/Button'
import { Code } from '@/ui/Code'
import { cn } from '@/ui/cn'
import { Menu } from '@/ui/Menu'
import { Moment } from '@/ui/Moment'
import { Empty, Failed, Loading } from '@/ui/States'
import { ENDPOINTS, type Endpoint, endpointsQuery } from './api'
import { FlagNotice, useFeature } from './FlagNotice'
import { HealthBadge } from './HealthBadge'
import { health } from './health'
import { useEndpointActions } from './useEndpointActions'

export default function Endpoints() {
  const { t } = useTranslation()
  const mayAdd = useModel().resources[ENDPOINTS]?.permissions.add ?? false
  const list = useQuery(endpointsQuery)
  const feature = useFeature()
  const within = useDomainIds()
  const all = list.data?.results ?? []
  const endpoints = within ? all.filter(endpoint => within.includes(endpoint.folder.id)) : all
  return (
    <div className="w-full max-w-6xl pb-12">
      <PageHeader
        title={t('webhooks.title')}
        crumbs={[{ label: t('settings.title'), to: '/settings' }]}
        note={t('webhooks.note')}
        actions={
          mayAdd &&
          all.length > 0 && (
            <ButtonLink look="primary" to={`/${ENDPOINTS}/new`} icon={<Plus size={16} aria-hidden />}>
              {t('webhooks.new')}
            </ButtonLink>
          )
        }
      />
      <div className="flex flex-col gap-5 px-5 pt-1 lg:px-8">
        <FlagNotice />
        {list.isPending && <Loading />}
        {list.error && !list.data && <Failed error={list.error} retry={() => void list.refetch()} />}
        {list.data && all.length === 0 && <FirstEndpoint mayAdd={mayAdd} />}
        {all.length > 0 && endpoints.length === 0 && (
          <Empty title={t('webhooks.noneHere')} icon={<Webhook />} />
        )}
        {endpoints.length > 0 && (
          <ul aria-label={t('webhooks.title')} className="flex flex-col gap-3">
            {endpoints.map(endpoint => (
              <EndpointLine key={endpoint.id} endpoint={endpoint} feature={feature !== false} />
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

function EndpointLine({ endpoint, feature }: { endpoint: Endpoint; feature: boolean }) {
  const { t } = useTranslation()
  const actions = useEndpointActions(endpoint, feature)
  const state = health(endpoint, feature)
  const { stats } = endpoint
  const quiet = state === 'paused' || state === 'off'
  return (
    <li
      className={cn(
        'group relative rounded-lg border border-line bg-raised shadow-sm transition-colors focus-within:border-accent hover:border-line-strong',
        quiet && 'bg-surface',
      )}
    >
      <div className="flex flex-wrap items-start gap-x-6 gap-y-3 px-4 pt-3.5 pb-3">
        <div className="min-w-0 grow basis-80">
          <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
            <h2 className="min-w-0 text-base">
              <Link
                to={`/${ENDPOINTS}/${endpoint.id}`}
                className="break-words outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-focus"
              >
                {endpoint.name}
              </Link>
            </h2>
            <HealthBadge health={state} />
            {endpoint.payload_format === 'thin' && <Badge>{t('webhooks.payload.thin')}</Badge>}
          </div>
          <p className="mt-1 break-all font-mono text-ink-soft text-xs">{endpoint.url}</p>
          <EventNames names={endpoint.event_types} />
        </div>
        <dl className="grid shrink-0 grid-cols-[6.5rem_auto_auto_auto] gap-x-6 gap-y-2 max-sm:grid-cols-2">
          <Stat label={t('webhooks.stats.lastSuccess')}>
            {stats.last_success ? <Moment at={stats.last_success} /> : t('webhooks.stats.never')}
          </Stat>
          <Stat label={t('webhooks.stats.failures')} tone={stats.failures > 0 ? 'text-warn' : undefined}>
            {formatNumber(stats.failures)}
          </Stat>
          <Stat label={t('webhooks.stats.pending')}>{formatNumber(stats.pending)}</Stat>
          <Stat label={t('webhooks.stats.discarded')} tone={stats.discarded > 0 ? 'text-bad' : undefined}>
            {formatNumber(stats.discarded)}
          </Stat>
        </dl>
        <div className="relative z-1 max-sm:absolute max-sm:top-2.5 max-sm:right-2.5">
          <Menu items={actions.items}>
            <Button
              look="quiet"
              size="sm"
              icon={<Ellipsis size={17} />}
              label={t('webhooks.more', { name: endpoint.name })}
            />
          </Menu>
        </div>
      </div>
      {feature && endpoint.notice && (
        <p className="flex items-start gap-2 border-line border-t px-4 py-2.5 text-warn">
          <TriangleAlert size={15} aria-hidden className="mt-0.75 shrink-0" /> {endpoint.notice}
        </p>
      )}
      {actions.dialogs}
    </li>
  )
}

function EventNames({ names }: { names: string[] }) {
  const { t } = useTranslation()
  const shown = names.slice(0, 3)
  return (
    <p className="mt-2 flex flex-wrap gap-1.5">
      {shown.map(name => (
        <span key={name} className="rounded bg-sunken px-1.5 py-0.5 font-mono text-ink-soft text-xs">
          {name}
        </span>
      ))}
      {names.length > shown.length && (
        <span className="py-0.5 text-ink-faint text-xs">
          {t('webhooks.moreEvents', { count: names.length - shown.length })}
        </span>
      )}
    </p>
  )
}

function Stat({ label, tone, children }: { label: string; tone?: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="whitespace-nowrap text-ink-faint text-xs">{label}</dt>
      <dd className={cn('tabular font-medium', tone)}>{children}</dd>
    </div>
  )
}

/** What to do before there is an endpoint. */
function FirstEndpoint({ mayAdd }: { mayAdd: boolean }) {
  const { t } = useTranslation()
  return (
    <section className="grid gap-8 rounded-lg border border-line bg-raised p-6 shadow-sm lg:grid-cols-[1fr_1fr] lg:p-8">
      <div className="flex flex-col items-start gap-3">
        <span className="rounded-full bg-accent-soft p-3 text-accent-text">
          <Webhook size={22} aria-hidden />
        </span>
        <h2 className="text-xl">{t('webhooks.empty.title')}</h2>
        <p className="max-w-[52ch] text-ink-soft">{t('webhooks.empty.text')}</p>
        {mayAdd && (
          <ButtonLink
            look="primary"
            to={`/${ENDPOINTS}/new`}
            icon={<Plus size={16} aria-hidden />}
            className="mt-1"
          >
            {t('webhooks.new')}
          </ButtonLink>
        )}
      </div>
      <ol className="flex flex-col gap-4">
        {(['endpoint', 'secret', 'test'] as const).map((step, at) => (
          <li key={step} className="flex gap-3">
            <span
              aria-hidden
              className="grid size-6 shrink-0 place-items-center rounded-full bg-sunken font-semibold text-ink-soft text-xs"
            >
              {at + 1}
            </span>
            <div className="min-w-0">
              <p className="font-medium">{t(`webhooks.empty.${step}`)}</p>
              <p className="text-ink-soft">{t(`webhooks.empty.${step}Help`)}</p>
            </div>
          </li>
        ))}
        <li className="flex min-w-0 flex-col gap-1.5 border-line border-t pt-4">
          <p className="text-ink-soft text-sm">{t('webhooks.empty.listen')}</p>
          <Code
            label={t('webhooks.empty.listen')}
            copy={t('webhooks.empty.copyCommand')}
            text="cairn webhook listen --secret-stdin --port 8787 < secret.txt"
          />
        </li>
      </ol>
    </section>
  )
}
