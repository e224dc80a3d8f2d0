/** Recent changes. Shown if the person may read the audit log. */
import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useWithin } from '@/api/domains'
import { useModel } from '@/api/model'
import { pageQuery } from '@/api/objects'
import { formatDateTime, formatRelative } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { type Entry, gathered, LOG, listedPaths } from '@/resource/journal/entry'
import { Sentence, useActorName } from '@/resource/journal/Sentence'
import { Initials } from '@/ui/Initials'
import { useUntil } from '../journal/useLog'
import { Calm, Panel } from './Panel'

const SHOWN = 5
/** Enough to tell what one request did to many. */
const LOADED = 40
const KINDS = ['created', 'updated', 'deleted', 'restored']

export function useHasLog(): boolean {
  return LOG in useModel().resources
}

export function RecentChanges() {
  const { t } = useTranslation()
  const model = useModel()
  const actor = useActorName()
  const params = useUntil({ ...useWithin(), kind: KINDS.join(','), resource__in: listedPaths(model) })
  const log = useQuery({ ...pageQuery<Entry>(LOG, params, 0, LOADED), retry: false })
  const entries = gathered(log.data?.results ?? [], log.data?.count ?? 0).slice(0, SHOWN)
  const listed = model.resources[LOG]?.listed
  return (
    <Panel
      title={t('home.recent.title')}
      icon={<History />}
      pending={log.isPending}
      rows={7}
      error={log.error}
      retry={() => void log.refetch()}
      step={listed ? { label: t('home.recent.all'), to: `/${LOG}` } : undefined}
    >
      {entries.length === 0 && <Calm>{t('home.recent.none')}</Calm>}
      <ol className="flex flex-col gap-3 pt-1">
        {entries.map(({ entry, ...more }) => (
          <li key={entry.id} className="flex gap-2.5">
            <Initials name={actor(entry)} />
            <div className="min-w-0">
              <p className="break-words">
                <Sentence entry={entry} {...more} />
              </p>
              <time
                dateTime={entry.at}
                title={formatDateTime(entry.at)}
                className="block text-ink-soft text-sm"
              >
                {formatRelative(entry.at)}
              </time>
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
