/** What happened lately. It shows where the server keeps a log that the person may read. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useModel } from '@/api/model'
import { pageQuery } from '@/api/objects'
import { formatDateTime, formatRelative } from '@/i18n/format'
import { useLabels } from '@/i18n/labels'
import { to } from '@/resource/address'
import { Initials } from '@/ui/Initials'
import { Calm, Panel } from './Panel'
import { useScope } from './work'

interface Entry {
  id: string
  at: string
  kind: string
  actor_label: string
  object: { resource: string; id: string; str: string } | null
  changes?: { field: string; label: string }[] | null
}

const LOG = 'log-entries'
const SHOWN = 8
const KINDS = ['created', 'updated', 'deleted', 'restored']

export function useHasLog(): boolean {
  return LOG in useModel().resources
}

export function RecentChanges() {
  const { t } = useTranslation()
  const model = useModel()
  const labels = useLabels()
  const scope = useScope()
  const log = useQuery({
    ...pageQuery<Entry>(LOG, { ...scope, kind: KINDS.join(',') }, 0, SHOWN),
    retry: false,
  })
  const entries = log.data?.results ?? []
  const listed = model.resources[LOG]?.listed
  return (
    <Panel
      title={t('home.recent.title')}
      icon={<History />}
      pending={log.isPending}
      error={log.error}
      retry={() => void log.refetch()}
      step={listed ? { label: t('home.recent.all'), to: `/${LOG}` } : undefined}
    >
      {entries.length === 0 && <Calm>{t('home.recent.none')}</Calm>}
      <ol className="flex flex-col gap-3 pt-1">
        {entries.map(entry => {
          const resource = entry.object ? model.resources[entry.object.resource] : undefined
          const fields = (entry.changes ?? [])
            .map(change => {
              const field = resource?.fields.find(one => one.name === change.field)
              return resource && field ? labels.field(resource, field) : change.label
            })
            .join(', ')
          return (
            <li key={entry.id} className="flex gap-2.5">
              <Initials name={entry.actor_label} />
              <div className="min-w-0">
                <p className="break-words">
                  <span className="font-medium">{entry.actor_label.replace(/@.*/, '')}</span>{' '}
                  <span className="text-ink-soft">{t(`home.recent.${entry.kind}`)}</span>{' '}
                  {entry.object && resource && entry.kind !== 'deleted' ? (
                    <Link
                      to={to.item(entry.object.resource, entry.object.id)}
                      className="rounded-sm text-accent-text underline-offset-3 hover:underline"
                    >
                      {entry.object.str}
                    </Link>
                  ) : (
                    entry.object?.str
                  )}
                </p>
                <p className="truncate text-ink-soft text-sm">
                  <time dateTime={entry.at} title={formatDateTime(entry.at)}>
                    {formatRelative(entry.at)}
                  </time>
                  {resource && ` · ${labels.name(resource)}`}
                  {entry.kind === 'updated' && fields && ` · ${fields}`}
                </p>
              </div>
            </li>
          )
        })}
      </ol>
    </Panel>
  )
}
