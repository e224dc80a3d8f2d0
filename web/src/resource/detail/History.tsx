/** What happened to an object, newest first, and the way back to an earlier state. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { get, request } from '@/api/client'
import type { Ref, Resource } from '@/api/model'
import { type Page, refresh } from '@/api/objects'
import { formatDateTime, formatRelative } from '@/i18n/format'
import { useLabels } from '@/i18n/labels'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Empty, Failed, Loading } from '@/ui/States'
import { toast } from '@/ui/Toast'
import { Change, type FieldChange } from './Change'

interface Entry {
  id: string
  /** The place in the journal, by which a state can be restored. */
  seq: number
  at: string
  kind: string
  actor: Ref | null
  actor_label: string | null
  changes: FieldChange[]
}

const SIZE = 50

function historyQuery(path: string, id: string, limit: number) {
  return queryOptions({
    queryKey: ['item', path, id, 'history', limit],
    queryFn: ({ signal }) => get<Page<Entry>>(`${path}/${id}/history/`, { limit }, signal),
    placeholderData: before => before,
    staleTime: 10_000,
  })
}

export function History({ resource, id }: { resource: Resource; id: string }) {
  const { t } = useTranslation()
  const [limit, setLimit] = useState(SIZE)
  const [chosen, setChosen] = useState<Entry | null>(null)
  const history = useQuery(historyQuery(resource.path, id, limit))
  if (history.isPending) return <Loading />
  if (history.error) return <Failed error={history.error} retry={() => void history.refetch()} />
  const { results, count } = history.data
  if (results.length === 0) return <Empty title={t('detail.noHistory')} />
  const mayRestore = resource.permissions.change && !resource.read_only
  return (
    <div className="flex max-w-4xl flex-col gap-5 px-5 py-6 lg:px-8">
      <ol className="flex flex-col gap-6">
        {results.map((entry, at) => (
          <Happened
            key={entry.id}
            resource={resource}
            entry={entry}
            // The newest is how it is already.
            onRestore={mayRestore && at > 0 ? () => setChosen(entry) : undefined}
          />
        ))}
      </ol>
      {count > results.length && (
        <Button className="self-start" disabled={history.isFetching} onClick={() => setLimit(limit + SIZE)}>
          {t('history.older', { count: count - results.length })}
        </Button>
      )}
      {chosen && <RestoreDialog resource={resource} id={id} entry={chosen} onClose={() => setChosen(null)} />}
    </div>
  )
}

interface HappenedProps {
  resource: Resource
  entry: Entry
  onRestore?: () => void
}

function Happened({ resource, entry, onRestore }: HappenedProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const when = formatDateTime(entry.at)
  return (
    <li className="border-line border-l-2 pl-4">
      <div className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <span className="font-medium">{entry.actor?.str ?? entry.actor_label ?? t('history.system')}</span>
        <span>
          {t([`history.kinds.${entry.kind}`, 'history.kinds.other'], { kind: labels.part(entry.kind) })}
        </span>
        <time dateTime={entry.at} title={when} className="grow text-ink-soft">
          {formatRelative(entry.at)}
        </time>
        {onRestore && (
          <Button look="quiet" size="sm" onClick={onRestore} aria-label={t('history.restoreThis', { when })}>
            {t('history.restore')}
          </Button>
        )}
      </div>
      {entry.changes.length > 0 && (
        <dl className="mt-1.5 grid gap-1.5">
          {entry.changes.map(change => (
            <Change key={change.field} resource={resource} change={change} />
          ))}
        </dl>
      )}
    </li>
  )
}

interface Restored {
  dropped: { field: string; count: number }[]
}

function RestoreDialog({
  resource,
  id,
  entry,
  onClose,
}: {
  resource: Resource
  id: string
  entry: Entry
  onClose: () => void
}) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const restore = useMutation({
    mutationFn: () =>
      request<Restored>(`${resource.path}/${id}/restore/`, { method: 'POST', body: { entry: entry.seq } }),
    onSuccess: ({ data }) => {
      const lost = data.dropped.reduce((sum, one) => sum + one.count, 0)
      toast.good(lost > 0 ? t('history.restoredWithout', { count: lost }) : t('history.restored'))
      onClose()
      return refresh(client)
    },
    onError: toast.bad,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={t('history.restoreTitle')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" disabled={restore.isPending} onClick={() => restore.mutate()}>
            {t('history.restore')}
          </Button>
        </>
      }
    >
      <p>{t('history.restoreHelp', { when: formatDateTime(entry.at) })}</p>
    </Dialog>
  )
}
