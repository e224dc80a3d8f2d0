/** Beside the work: what waits for others, what is put off, what awaits approval, and what one answers for. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useWithin } from '@/api/domains'
import { isRef, useModel } from '@/api/model'
import { pageQuery } from '@/api/objects'
import { useUser } from '@/api/user'
import { formatNumber, formatShortDay } from '@/i18n/format'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { to } from '@/resource/address'
import { Button } from '@/ui/Button'
import { iconNamed } from '@/ui/icons'
import { Moment } from '@/ui/Moment'
import { approversOf } from '../validation/model'
import type { Bucket } from './sources'
import { WorkRows } from './WorkRows'
import { nameOf, useApprovals, type Work } from './work'

interface Props {
  snoozed: { item: Work; until: string }[]
  onBring: (item: Work) => void
  lasting: Bucket[]
  actors: string[] | null
}

const MOST = 5

export function Beside({ snoozed, onBring, lasting, actors }: Props) {
  const { t } = useTranslation()
  const approvals = useApprovals()
  return (
    <>
      {actors && <Requested />}
      {snoozed.length > 0 && (
        <Part title={t('myWork.snoozed')} count={snoozed.length}>
          <ul>
            {snoozed.map(({ item, until }) => (
              <li key={item.id} className="flex min-h-9 items-center gap-2 border-line border-b text-sm">
                <Link
                  to={to.item(item.resource, item.id)}
                  className="min-w-0 grow truncate rounded-sm hover:underline"
                >
                  {item.name}
                </Link>
                <span className="shrink-0 text-ink-soft">
                  {t('myWork.backOn', { day: formatShortDay(until) })}
                </span>
                <Button
                  look="quiet"
                  size="sm"
                  aria-label={t('myWork.bringBackIt', { name: item.name })}
                  onClick={() => onBring(item)}
                >
                  {t('myWork.bringBack')}
                </Button>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {approvals.items.length > 0 && (
        <Part title={t('work.approvals')} count={approvals.count}>
          <WorkRows items={approvals.items.slice(0, MOST)} />
        </Part>
      )}
      {actors && lasting.length > 0 && <Lasting buckets={lasting} actors={actors} />}
    </>
  )
}

/** What others have to decide because the person asked. */
function Requested() {
  const { t } = useTranslation()
  const model = useModel()
  const user = useUser()
  const within = useWithin()
  const known = 'validation-flows' in model.resources
  const params = { ...within, requester: user.id, status__in: 'submitted', ordering: 'created_at' }
  const found = useQuery({ ...pageQuery('validation-flows', params, 0, MOST), enabled: known })
  const rows = found.data?.results ?? []
  if (rows.length === 0) return null
  return (
    <Part title={t('myWork.requested')} count={found.data?.count ?? 0}>
      <ul>
        {rows.map(row => (
          <li key={row.id} className="border-line border-b">
            <Link to={to.item('validation-flows', row.id)} className="block rounded-md py-1.5 hover:bg-hover">
              <span className="block truncate font-medium">{nameOf(model, 'validation-flows', row)}</span>
              <span className="block truncate text-ink-soft text-sm">
                {approversOf(row)
                  .filter(isRef)
                  .map(one => one.str)
                  .join(', ') || t('myWork.nobody')}
                {' · '}
                <Moment at={String(row.created_at)} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Part>
  )
}

/** Records that one answers for without a date, as links to their lists. */
function Lasting({ buckets, actors }: { buckets: Bucket[]; actors: string[] }) {
  const { t } = useTranslation()
  const model = useModel()
  const labels = useLabels()
  return (
    <Part title={t('myWork.assigned')}>
      <ul>
        {buckets.map(({ resource, field, count }) => {
          const known = model.resources[resource]
          if (!known) return null
          const Icon = iconNamed(known.icon)
          return (
            <li key={`${resource}.${field}`} className="border-line border-b">
              <Link
                to={to.list(resource)}
                search={
                  ((now: Record<string, string>) => ({
                    domain: now.domain,
                    [field]: actors.join(','),
                  })) as never
                }
                className="flex min-h-9 items-center gap-2.5 rounded-md text-sm hover:bg-hover"
              >
                <Icon size={15} aria-hidden className="text-ink-faint" />
                <span className="min-w-0 grow truncate">{labels.plural(known)}</span>
                <span className="tabular text-ink-soft">{formatNumber(count)}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </Part>
  )
}

function Part({ title, count, children }: { title: string; count?: number; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="flex items-center gap-2 border-line border-b pb-1.5 text-base">
        {title}
        {count !== undefined && <Count>{count}</Count>}
      </h2>
      {children}
    </section>
  )
}

export function Count({ children }: { children: number }) {
  return (
    <span className="tabular rounded-full bg-sunken px-1.5 font-medium text-ink-soft text-sm">
      {formatNumber(children)}
    </span>
  )
}
