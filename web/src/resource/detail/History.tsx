/** What happened to an object. The tab shows when the server keeps it (`/api/{resource}/{id}/history/`). */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { get } from '@/api/client'
import type { Resource } from '@/api/model'
import { formatDateTime, formatRelative } from '@/i18n/format'
import { useLabels } from '@/i18n/labels'
import { Empty } from '@/ui/States'
import { asText } from '../value/Value'

export interface HistoryEntry {
  id?: string | number
  at?: string
  created_at?: string
  actor?: string | { str: string } | null
  action?: string
  kind?: string
  changes?: Record<string, { before?: unknown; after?: unknown } | [unknown, unknown]>
}

export function historyQuery(path: string, id: string) {
  return queryOptions({
    queryKey: ['item', path, id, 'history'],
    queryFn: async ({ signal }) =>
      (await get<{ results: HistoryEntry[] }>(`${path}/${id}/history/`, undefined, signal)).results,
    retry: false,
    staleTime: 10_000,
  })
}

export function History({ resource, id }: { resource: Resource; id: string }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const history = useQuery(historyQuery(resource.path, id))
  const entries = history.data ?? []
  if (entries.length === 0) return <Empty title={t('detail.noHistory')} />
  return (
    <ol className="flex max-w-4xl flex-col gap-5 px-5 py-6 lg:px-8">
      {entries.map((entry, at) => {
        const when = entry.at ?? entry.created_at ?? ''
        return (
          <li key={entry.id ?? at} className="border-line border-l-2 pl-4">
            <p className="flex flex-wrap gap-x-2">
              <span className="font-medium">{asText(entry.actor)}</span>
              <span>{entry.action ?? entry.kind}</span>
              {when && (
                <time dateTime={when} title={formatDateTime(when)} className="text-ink-soft">
                  {formatRelative(when)}
                </time>
              )}
            </p>
            <dl className="mt-1.5 grid gap-1.5">
              {Object.entries(entry.changes ?? {}).map(([name, change]) => {
                const [before, after] = Array.isArray(change) ? change : [change.before, change.after]
                const field = resource.fields.find(field => field.name === name)
                return (
                  <div key={name} className="grid gap-x-3 sm:grid-cols-[10rem_1fr]">
                    <dt className="text-ink-soft">{field ? labels.field(resource, field) : name}</dt>
                    <dd className="min-w-0 break-words">
                      <del className="text-ink-soft">{asText(before) || '—'}</del> →{' '}
                      <ins className="no-underline">{asText(after) || '—'}</ins>
                    </dd>
                  </div>
                )
              })}
            </dl>
          </li>
        )
      })}
    </ol>
  )
}
