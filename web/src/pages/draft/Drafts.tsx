/** Drafts over the list of libraries: what is being written, and what waits to be published. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { PencilRuler } from 'lucide-react'
import { useTranslation } from '@/i18n/react'
import { to } from '@/resource/address'
import { Badge } from '@/ui/Badge'
import { Moment } from '@/ui/Moment'
import { insideWords } from '../library/words'
import { DRAFTS, draftsQuery } from './api'

export function Drafts() {
  const { t } = useTranslation()
  const drafts = useQuery(draftsQuery).data ?? []
  if (drafts.length === 0) return null
  return (
    <section aria-label={t('draft.drafts')} className="px-5 pb-5 lg:px-8">
      <h2 className="pb-1.5 text-base">{t('draft.drafts')}</h2>
      <ul className="grid gap-2 lg:grid-cols-2 2xl:grid-cols-3">
        {drafts.map(draft => (
          <li key={draft.id}>
            <Link
              to={to.item(DRAFTS, draft.id)}
              className="flex items-center gap-3 rounded-lg border border-line bg-raised px-4 py-3 shadow-sm transition-colors hover:bg-hover"
            >
              <span className="grid size-8 shrink-0 place-items-center rounded-md bg-accent-soft text-accent-text">
                <PencilRuler size={16} aria-hidden />
              </span>
              <span className="min-w-0 grow">
                <span className="block truncate font-semibold">{draft.name}</span>
                <span className="block truncate text-ink-soft text-sm">
                  {insideWords(t, draft)} · <Moment at={draft.updated_at} />
                </span>
              </span>
              <span className="shrink-0">
                {draft.last_published_version === null ? (
                  <Badge>{t('draft.neverPublished')}</Badge>
                ) : draft.has_unpublished_changes ? (
                  <Badge tone="warn">{t('draft.unpublished')}</Badge>
                ) : (
                  <Badge tone="good">{t('library.version', { version: draft.last_published_version })}</Badge>
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
