/** Before a library is updated: what changes, and what becomes of whose answers. */
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { Dialog } from '@/ui/Dialog'
import { Failed, Skeleton } from '@/ui/States'
import { toast } from '@/ui/Toast'
import type { Library } from './libraries'
import {
  answersIn,
  asksForScores,
  type ChangedRequirement,
  type FrameworkChange,
  GROUPS,
  previewQuery,
  useUpdate,
} from './updates'
import { isKnown } from './words'

interface Props {
  library: Library
  /** The loaded library. */
  id: string
  onClose: () => void
}

export default function UpdateDialog({ library, id, onClose }: Props) {
  const { t } = useTranslation()
  const preview = useQuery(previewQuery(id))
  const { update, rollBack } = useUpdate(id)
  const [scores, setScores] = useState('')
  const { name } = library
  const asks = !!preview.data && asksForScores(preview.data)
  const undo = () =>
    rollBack.mutate({}, { onSuccess: () => toast.good(t('common.undone')), onError: toast.bad })
  const run = () =>
    update.mutate(asks ? { action: scores } : {}, {
      onSuccess: () => {
        toast.good(t('library.update.done', { name }), { label: t('common.undo'), run: undo })
        onClose()
      },
    })
  return (
    <Dialog
      open
      size="md"
      title={t('library.update.title', { name })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            look="primary"
            disabled={!preview.data || update.isPending || (asks && !scores)}
            onClick={run}
          >
            {t(update.isPending ? 'library.update.running' : 'library.update.run')}
          </Button>
        </>
      }
    >
      {preview.isPending && <Skeleton className="h-40 w-full" />}
      {preview.error && <Failed error={preview.error} retry={() => void preview.refetch()} />}
      {preview.data && (
        <div className="flex flex-col gap-4">
          <p>
            {t('library.update.fromTo', { old: preview.data.old_version, new: preview.data.new_version })}
          </p>
          {preview.data.frameworks.map(framework => (
            <Framework key={framework.urn} framework={framework} />
          ))}
          <Others others={preview.data.others} />
          {asks && (
            <fieldset className="flex flex-col gap-1.5">
              <legend className="pb-1 font-semibold">{t('library.update.scores')}</legend>
              {preview.data.actions.map(action => (
                <label key={action} className="flex items-start gap-2.5 rounded-md px-1 py-1 hover:bg-hover">
                  <input
                    type="radio"
                    name="scores"
                    className="mt-1 accent-accent"
                    checked={scores === action}
                    onChange={() => setScores(action)}
                  />
                  {t(`library.update.strategies.${action}`)}
                </label>
              ))}
            </fieldset>
          )}
          <p className="text-ink-soft text-sm">{t('library.update.keeps')}</p>
          {update.error && (
            <Callout tone="bad" urgent>
              {update.error.message}
            </Callout>
          )}
        </div>
      )}
    </Dialog>
  )
}

function Framework({ framework }: { framework: FrameworkChange }) {
  const { t } = useTranslation()
  const change = framework.score_change
  const nothing = GROUPS.every(group => framework[group].length === 0) && !change
  return (
    <section className="rounded-lg border border-line p-4">
      <h3 className="text-base">{framework.name}</h3>
      <p className="text-ink-soft text-sm">{t('library.update.audits', { count: framework.audits })}</p>
      {nothing && <p className="mt-2">{t('library.update.same')}</p>}
      <div className="mt-2 flex flex-col">
        {GROUPS.map(
          group =>
            framework[group].length > 0 && (
              <Changed
                key={group}
                title={t(`library.update.${group}`, { count: framework[group].length })}
                requirements={framework[group]}
              />
            ),
        )}
      </div>
      {change && (
        <p className="mt-2 text-sm">
          {t('library.update.scale', {
            old: `${change.old_min}–${change.old_max}`,
            new: `${change.new_min}–${change.new_max}`,
          })}{' '}
          {change.scores > 0 && t('library.update.scored', { count: change.scores })}
        </p>
      )}
    </section>
  )
}

/** A group of requirements that folds out, with how many answers it concerns. */
function Changed({ title, requirements }: { title: string; requirements: ChangedRequirement[] }) {
  const { t } = useTranslation()
  const answers = answersIn(requirements)
  return (
    <details className="group border-line border-t py-1.5 text-sm">
      <summary className="flex list-none items-center gap-2 rounded-sm">
        <ChevronRight
          size={14}
          aria-hidden
          className="text-ink-faint transition-transform group-open:rotate-90"
        />
        <span className="grow font-medium">{title}</span>
        {answers > 0 && (
          <span className="text-ink-soft">{t('library.update.answers', { count: answers })}</span>
        )}
      </summary>
      <ul className="max-h-60 overflow-y-auto pt-1 pl-6">
        {requirements.map(one => (
          <li key={one.urn} className="flex gap-2 py-0.5">
            {one.ref_id && <span className="tabular shrink-0 text-ink-soft">{one.ref_id}</span>}
            <span className="min-w-0 grow">{one.name}</span>
            {one.answers > 0 && (
              <span className="shrink-0 text-ink-soft">
                {t('library.update.answers', { count: one.answers })}
              </span>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}

function Others({ others }: { others: Record<string, { added: number; changed: number; removed: number }> }) {
  const { t } = useTranslation()
  const kinds = Object.entries(others).filter(
    // What changes inside of frameworks stands above.
    ([kind, { added, changed, removed }]) =>
      isKnown(kind) && added + (kind === 'frameworks' ? 0 : changed) + removed > 0,
  )
  if (kinds.length === 0) return null
  return (
    <ul className="text-sm">
      {kinds.map(([kind, counts]) => (
        <li key={kind}>
          <span className="font-medium">{t(`library.kinds.${kind}`)}</span>{' '}
          <span className="text-ink-soft">{t('library.update.other', counts)}</span>
        </li>
      ))}
    </ul>
  )
}
