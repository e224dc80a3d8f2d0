/** What has changed in each object to validate since it was last accepted. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { get } from '@/api/client'
import { useModel } from '@/api/model'
import { formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { to } from '@/resource/address'
import { QUIET, Section } from '@/resource/detail/Section'
import { Changes } from '@/resource/journal/Change'
import type { FieldChange } from '@/resource/journal/entry'
import { Badge, type Tone } from '@/ui/Badge'
import { Moment } from '@/ui/Moment'
import { Failed, Skeleton } from '@/ui/States'

interface Difference {
  kind: 'created' | 'changed' | 'deleted'
  resource: string
  id: string
  name: string
  changes: FieldChange[]
}

interface Changed {
  resource: string
  id: string
  name: string
  accepted_at: string | null
  accepted_in: string | null
  count: number
  differences: Difference[]
}

const FIRST = 5
const TONES: Record<Difference['kind'], Tone> = { created: 'good', changed: 'info', deleted: 'bad' }

export function ChangesSince({ id }: { id: string }) {
  const { t } = useTranslation()
  const found = useQuery({
    queryKey: ['item', 'validation-flows', id, 'changes'],
    queryFn: ({ signal }) => get<{ objects: Changed[] }>(`validation-flows/${id}/changes/`, {}, signal),
  })
  if (found.error) return <Failed error={found.error} retry={() => void found.refetch()} />
  if (!found.data) return <Skeleton className="h-24 w-full" />
  if (found.data.objects.length === 0) return null
  return (
    <Section title={t('validation.toValidate')}>
      <ul>
        {found.data.objects.map(one => (
          <Item key={one.id} object={one} />
        ))}
      </ul>
    </Section>
  )
}

function Item({ object }: { object: Changed }) {
  const { t } = useTranslation()
  const model = useModel()
  const [all, setAll] = useState(false)
  const shown = all ? object.differences : object.differences.slice(0, FIRST)
  const rest = object.differences.length - shown.length
  return (
    <li className="border-line border-t py-3">
      <h3 className="flex flex-wrap items-baseline gap-x-3">
        <Link
          to={to.item(object.resource, object.id)}
          className="min-w-0 break-words rounded-sm font-medium underline-offset-3 hover:underline"
        >
          {object.name}
        </Link>
        <span className="text-ink-soft text-sm">
          {object.accepted_at === null ? (
            t('validation.first')
          ) : (
            <>
              {t('validation.since', {
                count: object.count,
                number: formatNumber(object.count),
                ref: object.accepted_in ?? '',
              })}{' '}
              <Moment at={object.accepted_at} />
            </>
          )}
        </span>
      </h3>
      {shown.length > 0 && (
        <ul className="mt-2 flex flex-col gap-3">
          {shown.map(one => (
            <li key={one.id} className="flex flex-col gap-1 border-line border-l-2 pl-3 text-sm">
              <p className="flex flex-wrap items-center gap-2">
                <Badge tone={TONES[one.kind]}>{t(`validation.kind.${one.kind}`)}</Badge>
                <span className={one.kind === 'deleted' ? 'line-through' : undefined}>{one.name}</span>
              </p>
              {one.kind === 'changed' && (
                <Changes resource={model.resources[one.resource]} kind="updated" changes={one.changes} />
              )}
            </li>
          ))}
        </ul>
      )}
      {rest > 0 && (
        <button type="button" className={QUIET} onClick={() => setAll(true)}>
          {t('validation.showAll', { count: rest, number: formatNumber(rest) })}
        </button>
      )}
      {all && object.count > object.differences.length && (
        <p className="mt-2 text-ink-soft text-sm">
          {t('validation.truncated', { count: object.differences.length })}
        </p>
      )}
    </li>
  )
}
