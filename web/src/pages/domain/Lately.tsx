/** Recent changes in a domain. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useModel } from '@/api/model'
import { pageQuery } from '@/api/objects'
import { useTranslation } from '@/i18n/react'
import { QUIET, Section } from '@/resource/detail/Section'
import { type Entry, gathered, LOG, listedPaths } from '@/resource/journal/entry'
import { Sentence, useActorName } from '@/resource/journal/Sentence'
import { Avatar } from '@/ui/Avatar'
import { Moment } from '@/ui/Moment'
import { Failed, Skeleton } from '@/ui/States'
import { useUntil } from '../journal/useLog'

const SHOWN = 5
/** Enough to tell what one request did to many. */
const LOADED = 40

export function Lately({ domain }: { domain: string }) {
  const { t } = useTranslation()
  const actor = useActorName()
  const params = useUntil({
    within: domain,
    kind: 'created,updated,deleted,restored',
    resource__in: listedPaths(useModel()),
  })
  const log = useQuery({ ...pageQuery<Entry>(LOG, params, 0, LOADED), retry: false })
  const entries = gathered(log.data?.results ?? [], log.data?.count ?? 0).slice(0, SHOWN)
  return (
    <Section
      title={t('home.recent.title')}
      action={
        <Link to={`/${LOG}`} search={{ domain } as never} className={QUIET}>
          {t('home.recent.all')}
        </Link>
      }
    >
      {log.isPending ? (
        <Skeleton className="h-64 w-full" />
      ) : log.error ? (
        <Failed error={log.error} retry={() => void log.refetch()} />
      ) : entries.length === 0 ? (
        <p className="text-ink-soft text-sm">{t('home.recent.none')}</p>
      ) : (
        <ol className="flex flex-col gap-3 pt-1 text-sm">
          {entries.map(({ entry, ...more }) => (
            <li key={entry.id} className="flex gap-2.5">
              <Avatar name={actor(entry)} size="sm" />
              <p className="min-w-0 break-words">
                <Sentence entry={entry} {...more} />
                <span className="block text-ink-soft">
                  <Moment at={entry.at} />
                </span>
              </p>
            </li>
          ))}
        </ol>
      )}
    </Section>
  )
}
