/** What was sent to an endpoint: filtered, looked into, sent again. The filters and the open delivery are in the address. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ChevronRight, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { Moment } from '@/ui/Moment'
import { SearchField } from '@/ui/SearchField'
import { Segments } from '@/ui/Segments'
import { Empty, Failed, Loading } from '@/ui/States'
import { DELIVERY_PAGE, type Delivery, deliveriesQuery, type Endpoint } from './api'
import { DeliveryPanel } from './DeliveryPanel'
import { StateBadge } from './HealthBadge'
import { statusTone } from './health'
import type { EndpointActions } from './useEndpointActions'

const STATES = ['all', 'delivered', 'pending', 'discarded', 'skipped'] as const
type Shown = (typeof STATES)[number]
const SINCE: Record<string, number> = { hour: 3600, day: 86_400, week: 7 * 86_400 }

interface Search {
  state?: string
  event?: string
  since?: string
  search?: string
  delivery?: string
}

interface Props {
  endpoint: Endpoint
  feature: boolean
  actions: EndpointActions
}

export function DeliveryLog({ endpoint, feature, actions }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as Search
  const [pages, setPages] = useState(1)
  const state = STATES.find(one => one === search.state) ?? 'all'
  const set = (change: Search) =>
    void navigate({
      to: '.',
      search: (now: Record<string, string>) => ({ ...now, ...change }),
      replace: true,
    } as never)
  const since = SINCE[search.since ?? '']
  // To the minute; otherwise every render would be a new request.
  const minute = Math.floor(Date.now() / 60_000) * 60_000
  const list = useQuery(
    deliveriesQuery(
      {
        endpoint: endpoint.id,
        state__in: state === 'all' ? undefined : state === 'pending' ? 'pending,leased' : state,
        event: search.event,
        search: search.search,
        created_at__gte: since ? new Date(minute - since * 1000).toISOString() : undefined,
        ordering: '-created_at',
      },
      pages,
    ),
  )
  const rows = list.data?.results ?? []
  const count = list.data?.count ?? 0
  const narrowed = state !== 'all' || search.event || search.since || search.search
  const open = (delivery?: string) => set({ delivery })
  const at = rows.findIndex(row => row.id === search.delivery)
  return (
    <div className="flex flex-col gap-4 px-5 pt-4 lg:px-8">
      <div className="flex flex-wrap items-center gap-2.5">
        <Segments<Shown>
          label={t('webhooks.log.state')}
          value={state}
          onChange={value => set({ state: value === 'all' ? undefined : value })}
          segments={STATES.map(value => ({
            value,
            label: value === 'all' ? t('common.all') : t(`webhooks.states.${value}`),
          }))}
        />
        <select
          aria-label={t('webhooks.log.event')}
          className="control w-auto max-w-56"
          value={search.event ?? ''}
          onChange={event => set({ event: event.target.value || undefined })}
        >
          <option value="">{t('webhooks.log.allEvents')}</option>
          {endpoint.event_types.map(name => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <select
          aria-label={t('webhooks.log.since')}
          className="control w-auto"
          value={search.since ?? ''}
          onChange={event => set({ since: event.target.value || undefined })}
        >
          <option value="">{t('webhooks.log.anyTime')}</option>
          {Object.keys(SINCE).map(name => (
            <option key={name} value={name}>
              {t(`webhooks.replay.${name}`)}
            </option>
          ))}
        </select>
        <SearchField
          label={t('webhooks.log.search')}
          calm
          value={search.search ?? ''}
          onChange={text => set({ search: text || undefined })}
        />
        {actions.mayChange && (
          <Button
            className="ml-auto"
            disabled={!feature || !endpoint.is_active}
            icon={<RotateCcw size={15} aria-hidden />}
            onClick={actions.replay}
          >
            {t('webhooks.replay.action')}
          </Button>
        )}
      </div>
      {list.isPending && <Loading />}
      {list.error && !list.data && <Failed error={list.error} retry={() => void list.refetch()} />}
      {list.data && rows.length === 0 && (
        <Empty title={t(narrowed ? 'list.emptyFiltered' : 'webhooks.log.empty')}>
          {narrowed ? (
            <Button
              onClick={() => set({ state: undefined, event: undefined, since: undefined, search: undefined })}
            >
              {t('list.clearFilters')}
            </Button>
          ) : (
            <p>{t('webhooks.log.emptyHelp')}</p>
          )}
        </Empty>
      )}
      {rows.length > 0 && (
        <>
          <p role="status" className="-mb-2 text-ink-soft text-sm">
            {t('webhooks.log.count', { count, n: formatNumber(count) })}
          </p>
          <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-raised">
            {rows.map(delivery => (
              <Line key={delivery.id} delivery={delivery} onOpen={() => open(delivery.id)} />
            ))}
          </ul>
          {count > rows.length && (
            <Button className="self-center" onClick={() => setPages(pages + 1)} disabled={list.isFetching}>
              {t('webhooks.log.more', { count: Math.min(DELIVERY_PAGE, count - rows.length) })}
            </Button>
          )}
        </>
      )}
      {search.delivery && (
        <DeliveryPanel
          key={search.delivery}
          id={search.delivery}
          feature={feature}
          mayChange={actions.mayChange}
          previous={at > 0 ? () => open(rows[at - 1]?.id) : undefined}
          next={at >= 0 && at < rows.length - 1 ? () => open(rows[at + 1]?.id) : undefined}
          onClose={() => open(undefined)}
        />
      )}
    </div>
  )
}

function Line({ delivery, onOpen }: { delivery: Delivery; onOpen: () => void }) {
  const { t } = useTranslation()
  const failed = delivery.state !== 'delivered' && delivery.last_error
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="grid w-full grid-cols-[7.5rem_minmax(0,1fr)_auto_1rem] items-center gap-x-3 gap-y-0.5 px-4 py-2.5 text-left outline-offset-[-2px] transition-colors hover:bg-hover max-sm:grid-cols-[minmax(0,1fr)_auto]"
      >
        <span className="max-sm:order-2 max-sm:justify-self-end">
          <StateBadge state={delivery.state} />
        </span>
        <span className="min-w-0 max-sm:order-1">
          <span className="block truncate font-medium font-mono text-sm">{delivery.event}</span>
          <span className="block truncate text-ink-faint text-xs">
            {failed ? <span className="text-bad">{delivery.last_error}</span> : delivery.message}
          </span>
        </span>
        <span className="flex items-center gap-3 text-ink-soft text-sm max-sm:order-3 max-sm:col-span-2">
          {delivery.attempts > 1 && <span>{t('webhooks.log.attempts', { count: delivery.attempts })}</span>}
          {delivery.last_status !== null && (
            <Badge tone={statusTone(delivery.last_status)}>{delivery.last_status}</Badge>
          )}
          <span className="min-w-24 text-right max-sm:min-w-0">
            <Moment at={delivery.created_at} />
          </span>
        </span>
        <ChevronRight size={15} aria-hidden className="text-ink-faint max-sm:hidden" />
      </button>
    </li>
  )
}
