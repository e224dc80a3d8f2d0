/** What happened to an object, day by day, newest first, and the way back to an earlier state. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { ApiError, get } from '@/api/client'
import { draft } from '@/api/draft'
import type { Resource } from '@/api/model'
import type { Page } from '@/api/objects'
import { formatDateTime, formatTime } from '@/i18n/format'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { Avatar } from '@/ui/Avatar'
import { Button } from '@/ui/Button'
import { Empty, Failed, Loading } from '@/ui/States'
import { Changes } from '../journal/Change'
import { Days } from '../journal/Days'
import { CHANGES, type Entry } from '../journal/entry'
import { useActorName } from '../journal/Sentence'
import { RestoreDialog } from './RestoreDialog'

const SIZE = 50
const NOTHING: Page<Entry> = { count: 0, next: null, previous: null, results: [] }

export function historyQuery(path: string, id: string, limit = SIZE) {
  return queryOptions({
    queryKey: ['item', path, id, 'history', limit],
    queryFn: ({ signal }) =>
      get<Page<Entry>>(`${path}/${id}/history/`, { limit }, signal).catch(error => {
        // What a draft creates has no history yet.
        if (draft() && error instanceof ApiError && error.status === 404) return NOTHING
        throw error
      }),
    placeholderData: before => before,
    staleTime: 10_000,
  })
}

interface Props {
  resource: Resource
  id: string
}

export function History({ resource, id }: Props) {
  const { t } = useTranslation()
  const [limit, setLimit] = useState(SIZE)
  const [chosen, setChosen] = useState<Entry | null>(null)
  const history = useQuery(historyQuery(resource.path, id, limit))
  if (history.isPending) return <Loading />
  if (history.error) return <Failed error={history.error} retry={() => void history.refetch()} />
  const { results, count } = history.data
  if (results.length === 0) return <Empty title={t('detail.noHistory')} />
  const newest = results.find(entry => CHANGES.includes(entry.kind))
  const isDeleted = newest?.kind === 'deleted'
  const mayRestore =
    !resource.read_only && (isDeleted ? resource.permissions.add : resource.permissions.change)
  // The newest state is the current one, and a deletion has no state to restore.
  const canRestore = (entry: Entry) =>
    mayRestore && entry !== newest && (entry.kind === 'created' || entry.kind === 'updated')
  return (
    <div className="flex max-w-4xl flex-col gap-6 px-5 py-6 lg:px-8">
      <Days entries={results}>
        {entries => (
          <ol className="flex flex-col">
            {entries.map(entry => (
              <Happened
                key={entry.id}
                resource={resource}
                entry={entry}
                onRestore={canRestore(entry) ? () => setChosen(entry) : undefined}
              />
            ))}
          </ol>
        )}
      </Days>
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
  const actor = useActorName()
  const when = formatDateTime(entry.at)
  return (
    <li className="relative flex gap-3 pb-5 last:pb-0 [&:last-child>span.line]:hidden">
      <span aria-hidden className="line absolute top-7 bottom-1 left-3 w-px bg-line" />
      <Avatar name={actor(entry)} size="sm" faded={entry.origin === 'system'} />
      <div className="min-w-0 grow">
        <div className="flex min-h-6 flex-wrap items-center gap-x-2 gap-y-1">
          <p className="min-w-0 grow">
            <span className="font-medium">{actor(entry)}</span>{' '}
            {t([`history.kinds.${entry.kind}`, 'history.kinds.other'], { kind: labels.part(entry.kind) })}{' '}
            <time dateTime={entry.at} title={when} className="tabular text-ink-soft">
              {formatTime(entry.at)}
            </time>
          </p>
          {onRestore && (
            <Button
              look="quiet"
              size="sm"
              icon={<RotateCcw size={13} aria-hidden />}
              onClick={onRestore}
              aria-label={t('history.restoreThis', { when })}
            >
              {t('history.bringBack')}
            </Button>
          )}
        </div>
        {entry.kind === 'updated' && entry.changes.length === 0 && (
          <p className="mt-1 text-ink-soft text-sm">{t('history.belongings')}</p>
        )}
        {entry.changes.length > 0 && (
          <div className="mt-1.5">
            <Changes resource={resource} id={entry.object?.id} kind={entry.kind} changes={entry.changes} />
          </div>
        )}
      </div>
    </li>
  )
}
