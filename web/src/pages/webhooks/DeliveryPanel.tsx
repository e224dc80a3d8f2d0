/** One delivery beside the log: every attempt, what was sent and what came back. */
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, RotateCcw } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { formatDateTime, formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { Code, pretty } from '@/ui/Code'
import { CopyButton } from '@/ui/CopyButton'
import { cn } from '@/ui/cn'
import { Dialog } from '@/ui/Dialog'
import { Moment } from '@/ui/Moment'
import { Failed, Skeleton } from '@/ui/States'
import { toast } from '@/ui/Toast'
import {
  type Attempt,
  attemptsQuery,
  bodyQuery,
  DELIVERIES,
  type Delivery,
  deliveryQuery,
  useAct,
} from './api'
import { HeaderList, parseHeaders } from './Exchange'
import { StateBadge } from './HealthBadge'
import { statusTone } from './health'

interface Props {
  id: string
  feature: boolean
  mayChange: boolean
  previous?: () => void
  next?: () => void
  onClose: () => void
}

export function DeliveryPanel({ id, feature, mayChange, previous, next, onClose }: Props) {
  const { t } = useTranslation()
  const query = useQuery(deliveryQuery(id))
  const redeliver = useAct(DELIVERIES)
  const delivery = query.data
  const isOnItsWay = delivery?.state === 'pending' || delivery?.state === 'leased'
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if ((event.target as HTMLElement).matches?.('input, select, textarea, pre')) return
      if (event.key === 'j') next?.()
      if (event.key === 'k') previous?.()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [previous, next])
  const again = () =>
    redeliver.mutate(
      { id, action: 'redeliver' },
      { onSuccess: () => toast.good(t('webhooks.log.redelivered')), onError: toast.bad },
    )
  return (
    <Dialog
      open
      side="right"
      onClose={onClose}
      title={delivery?.event ?? t('webhooks.log.delivery')}
      footer={
        <>
          <span className="mr-auto flex gap-1">
            <Button
              look="quiet"
              icon={<ChevronUp size={16} />}
              label={t('webhooks.log.newer')}
              disabled={!previous}
              onClick={previous}
            />
            <Button
              look="quiet"
              icon={<ChevronDown size={16} />}
              label={t('webhooks.log.older')}
              disabled={!next}
              onClick={next}
            />
          </span>
          {mayChange && (
            <Button
              look="primary"
              disabled={!delivery || isOnItsWay || !feature || redeliver.isPending}
              icon={<RotateCcw size={15} aria-hidden />}
              onClick={again}
            >
              {t('webhooks.log.redeliver')}
            </Button>
          )}
        </>
      }
    >
      {query.isPending && <Skeleton className="h-40" />}
      {query.error && !delivery && <Failed error={query.error} retry={() => void query.refetch()} />}
      {delivery && (
        <div className="flex flex-col gap-6">
          <Summary delivery={delivery} />
          <Attempts delivery={delivery} />
          <Body id={id} />
        </div>
      )}
    </Dialog>
  )
}

function Summary({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-3">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-1.5">
        <Pair label={t('webhooks.log.state')}>
          <StateBadge state={delivery.state} />
        </Pair>
        <Pair label={t('webhooks.log.message')}>
          <span className="flex items-center gap-1">
            <code className="break-all font-mono text-xs">{delivery.message}</code>
            <CopyButton text={delivery.message} label={t('webhooks.log.copyId')} />
          </span>
        </Pair>
        <Pair label={t('webhooks.log.happened')}>{formatDateTime(delivery.created_at)}</Pair>
        {delivery.ended_at && (
          <Pair label={t('webhooks.log.ended')}>{formatDateTime(delivery.ended_at)}</Pair>
        )}
      </dl>
      {delivery.state === 'pending' && delivery.next_at && delivery.attempts > 0 && (
        <Callout>
          {t('webhooks.log.nextAttempt')} <Moment at={delivery.next_at} />
        </Callout>
      )}
      {['discarded', 'skipped', 'cancelled'].includes(delivery.state) && (
        <Callout tone={delivery.state === 'discarded' ? 'bad' : 'warn'}>
          {t(`webhooks.log.why.${delivery.state}`)}
        </Callout>
      )}
    </div>
  )
}

function Pair({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}

function Attempts({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation()
  const attempts = useQuery(attemptsQuery(delivery))
  const all = attempts.data?.results ?? []
  return (
    <section aria-labelledby="attempts">
      <h3 id="attempts" className="mb-2 font-semibold text-base">
        {t('webhooks.log.allAttempts')}
      </h3>
      {attempts.isPending && <Skeleton className="h-16" />}
      {attempts.error && <Failed error={attempts.error} retry={() => void attempts.refetch()} />}
      {attempts.data && all.length === 0 && <p className="text-ink-soft">{t('webhooks.log.noAttempt')}</p>}
      <ol className="flex flex-col gap-2">
        {all.map((attempt, at) => (
          <li key={attempt.id}>
            <AttemptLine attempt={attempt} open={at === 0} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function AttemptLine({ attempt, open }: { attempt: Attempt; open: boolean }) {
  const { t } = useTranslation()
  const body = pretty(attempt.response_body ?? '')
  const good = attempt.outcome === 'delivered'
  return (
    <details open={open} className="group rounded-lg border border-line bg-raised">
      <summary className="flex list-none flex-wrap items-center gap-x-3 gap-y-1 rounded-lg px-3.5 py-2.5 hover:bg-hover">
        <ChevronDown
          size={15}
          aria-hidden
          className="shrink-0 -rotate-90 text-ink-faint transition-transform group-open:rotate-0"
        />
        <span className="font-medium">{t('webhooks.log.attempt', { n: attempt.number })}</span>
        <Badge tone={good ? 'good' : statusTone(attempt.status)}>
          {attempt.status ?? t(`webhooks.outcomes.${attempt.outcome}`, attempt.outcome)}
        </Badge>
        <span className="tabular ml-auto text-ink-soft text-sm">
          {t('webhooks.exchange.milliseconds', {
            count: attempt.milliseconds,
            n: formatNumber(attempt.milliseconds),
          })}
        </span>
        <span className="text-ink-soft text-sm">
          <Moment at={attempt.started_at} />
        </span>
      </summary>
      <div className="flex flex-col gap-3 border-line border-t px-3.5 py-3">
        {attempt.error && <p className={cn(!good && 'text-bad')}>{attempt.error}</p>}
        <p className="text-ink-soft text-sm">
          {formatDateTime(attempt.started_at)}
          {attempt.remote && (
            <>
              {' · '}
              <span className="font-mono text-xs">{attempt.remote}</span>
            </>
          )}
        </p>
        <HeaderList headers={parseHeaders(attempt.response_headers)} />
        {attempt.response_body && (
          <Code
            label={t('webhooks.exchange.response')}
            text={body.text}
            json={body.json}
            copy={t('webhooks.exchange.copyBody')}
            className="max-h-60"
          />
        )}
        {!attempt.response_body && attempt.status !== null && (
          <p className="text-ink-faint text-sm">{t('webhooks.exchange.noBody')}</p>
        )}
      </div>
    </details>
  )
}

/** The body may have expired, or be hidden from this person; the server says which. */
function Body({ id }: { id: string }) {
  const { t } = useTranslation()
  const body = useQuery(bodyQuery(id))
  return (
    <section aria-labelledby="sent-body">
      <h3 id="sent-body" className="mb-2 font-semibold text-base">
        {t('webhooks.log.sent')}
      </h3>
      {body.isPending && <Skeleton className="h-24" />}
      {body.error && <p className="text-ink-soft">{body.error.message}</p>}
      {body.data && (
        <Code
          label={t('webhooks.log.sent')}
          copy={t('webhooks.exchange.copyBody')}
          json
          text={JSON.stringify(body.data.body, null, 2)}
          className="max-h-112"
        />
      )}
    </section>
  )
}
