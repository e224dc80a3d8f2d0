/** Asks before an earlier state is restored, and says what that would change. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { get, request } from '@/api/client'
import { type Field, isRef, type Ref, type Resource, type Row } from '@/api/model'
import { itemQuery, refresh } from '@/api/objects'
import { formatDateTime } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Failed, Skeleton } from '@/ui/States'
import { toast } from '@/ui/Toast'
import { Changes } from '../journal/Change'
import type { Entry, FieldChange } from '../journal/entry'
import { differs } from '../past/difference'

interface Restored {
  dropped: { field: string; count: number }[]
}

interface Props {
  resource: Resource
  id: string
  entry: Pick<Entry, 'seq' | 'at'>
  /** It is deleted now, and is restored as a whole. */
  deleted?: boolean
  onClose: () => void
  onRestored?: () => void
}

export function RestoreDialog({ resource, id, entry, deleted, onClose, onRestored }: Props) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const when = formatDateTime(entry.at)
  const restore = useMutation({
    mutationFn: () =>
      request<Restored>(`${resource.path}/${id}/restore/`, { method: 'POST', body: { entry: entry.seq } }),
    onSuccess: async ({ data }) => {
      const lost = data.dropped.reduce((sum, one) => sum + one.count, 0)
      toast.good(lost > 0 ? t('history.restoredWithout', { count: lost }) : t('history.restored'))
      onClose()
      await refresh(client)
      onRestored?.()
    },
    onError: toast.bad,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={deleted ? t('history.undeleteTitle') : t('history.restoreTitle')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" disabled={restore.isPending} onClick={() => restore.mutate()}>
            {deleted ? t('history.undelete') : t('history.restore')}
          </Button>
        </>
      }
    >
      <p>{deleted ? t('history.undeleteHelp', { when }) : t('history.restoreHelp', { when })}</p>
      {!deleted && <WhatChanges resource={resource} id={id} at={entry.at} />}
    </Dialog>
  )
}

/** The fields that the server would set, as they are and as they would be. */
function WhatChanges({ resource, id, at }: { resource: Resource; id: string; at: string }) {
  const { t } = useTranslation()
  const now = useQuery(itemQuery(resource.path, id))
  const then = useQuery({
    queryKey: ['item', resource.path, id, 'then', at],
    queryFn: ({ signal }) => get<Row>(`${resource.path}/${id}/`, { as_of: at }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (then.error) return <Failed error={then.error} retry={() => void then.refetch()} />
  if (!now.data || !then.data) return <Skeleton className="mt-4 h-16 w-full" />
  const [from, back] = [now.data, then.data]
  const changes = resource.fields
    // Relations that other objects own stay with them.
    .filter(field => !field.read_only && !field.write_only && !field.reverse && differs(field, from, back))
    .map(field => between(field, from[field.name], back[field.name]))
  return (
    <div className="mt-4 rounded-lg border border-line bg-raised px-4 py-3">
      <h3 className="mb-2 font-semibold text-base">{t('history.wouldChange')}</h3>
      {changes.length > 0 ? (
        <Changes resource={resource} kind="updated" changes={changes} />
      ) : (
        <p className="text-ink-soft">{t('history.wouldChangeNothing')}</p>
      )}
    </div>
  )
}

function between(field: Field, before: unknown, after: unknown): FieldChange {
  const named = { field: field.name, label: field.label }
  if (field.kind !== 'many') return { ...named, before, after }
  const refs = (value: unknown) => (Array.isArray(value) ? (value.filter(isRef) as Ref[]) : [])
  const without = (some: Ref[], others: Ref[]) => some.filter(ref => !others.some(one => one.id === ref.id))
  return {
    ...named,
    added: without(refs(after), refs(before)),
    removed: without(refs(before), refs(after)),
  }
}
