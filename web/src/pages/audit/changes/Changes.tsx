/** One quiet line if the framework has changed since the audit was created, and behind it what changed. */
import { useQuery } from '@tanstack/react-query'
import { GitCompareArrows } from 'lucide-react'
import { useState } from 'react'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { QUIET } from '@/resource/detail/Section'
import { Badge } from '@/ui/Badge'
import { Dialog } from '@/ui/Dialog'
import { useSearchState } from '../usePage'
import { useWork } from '../work'
import { type ChangedRequirement, changesQuery, type FrameworkChanges, GROUPS, isChanged } from './api'

export function Changes() {
  const { t } = useTranslation()
  const { audit } = useWork()
  const [open, setOpen] = useState(false)
  const changes = useQuery(changesQuery(audit.id)).data
  if (!changes || !isChanged(changes)) return null
  const parts = GROUPS.filter(group => changes[group].length > 0).map(group =>
    t(`audit.changes.${group}`, { count: changes[group].length }),
  )
  if (changes.score_change) parts.push(t('audit.changes.scale'))
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-soft text-sm">
      <GitCompareArrows size={15} aria-hidden className="shrink-0" />
      <span>{t('audit.changes.since', { parts: parts.join(', ') })}</span>
      <button type="button" className={QUIET} onClick={() => setOpen(true)}>
        {t('audit.changes.show')}
      </button>
      {open && (
        <Dialog open side="right" title={t('audit.changes.title')} onClose={() => setOpen(false)}>
          <What changes={changes} onLeave={() => setOpen(false)} />
        </Dialog>
      )}
    </p>
  )
}

function What({ changes, onLeave }: { changes: FrameworkChanges; onLeave: () => void }) {
  const { t } = useTranslation()
  const { score_change: scale, answers_affected: affected } = changes
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col gap-1 text-ink-soft">
        <p>{t('audit.changes.versions', { old: changes.old_version, new: changes.new_version })}</p>
        {affected > 0 && <p>{t('audit.changes.affected', { count: affected })}</p>}
        {scale && (
          <p>
            {t('audit.changes.scaleFromTo', {
              old: `${scale.old_min}–${scale.old_max}`,
              new: `${scale.new_min}–${scale.new_max}`,
            })}
          </p>
        )}
      </div>
      {GROUPS.map(
        group =>
          changes[group].length > 0 && (
            <section key={group}>
              <h3 className="text-base">{t(`audit.changes.${group}`, { count: changes[group].length })}</h3>
              <p className="text-ink-soft text-sm">{t(`audit.changes.help.${group}`)}</p>
              <ul className="mt-1.5">
                {changes[group].map(one => (
                  <Requirement key={one.id} one={one} onLeave={onLeave} />
                ))}
              </ul>
            </section>
          ),
      )}
    </div>
  )
}

function Requirement({ one, onLeave }: { one: ChangedRequirement; onLeave: () => void }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { choose } = useWork()
  const [, set] = useSearchState()
  const go = () => {
    set({ tab: undefined, result: undefined, find: undefined, group: undefined, stale: undefined })
    choose(one.id)
    onLeave()
  }
  return (
    <li className="border-line border-t">
      <button
        type="button"
        onClick={go}
        className="flex min-h-9 w-full items-center gap-3 rounded-sm py-1.5 text-left text-sm hover:bg-hover"
      >
        <span className="tabular w-16 shrink-0 truncate text-ink-soft">{one.ref_id}</span>
        <span className="min-w-0 grow">
          <span className="font-medium">{one.name || one.ref_id || one.urn.split(':').at(-1)}</span>
          {one.fields.length > 0 && (
            <span className="block text-ink-soft">
              {t('audit.changes.fields', { fields: one.fields.map(labels.part).join(', ') })}
            </span>
          )}
        </span>
        {one.is_assessed && <Badge tone="warn">{t('audit.changes.assessed')}</Badge>}
      </button>
    </li>
  )
}
