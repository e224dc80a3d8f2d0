/** Asks before many are deleted, and says what else is deleted. */
import { useQuery } from '@tanstack/react-query'
import { type Resource, useModel } from '@/api/model'
import type { CascadeGroup } from '@/api/objects'
import { formatNumber } from '@/i18n/format'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { Failed, Skeleton } from '@/ui/States'
import { comesBack, impactQuery } from './impact'

interface Props {
  resource: Resource
  ids: string[]
  /** The parameters of the list, if all that it shows is chosen. */
  matching?: Record<string, string>
  onClose: () => void
  /** Told whether it can be undone. */
  onConfirm: (undoable: boolean) => void
}

export default function DeleteMany({ resource, ids, matching, onClose, onConfirm }: Props) {
  const { t } = useTranslation()
  const impact = useQuery(impactQuery(resource.path, ids, matching))
  const count = ids.length
  const found = impact.data
  const undoable = !!found && comesBack(found, count)
  const none = found && found.deleted.count + found.affected.count + found.blocked.count === 0
  return (
    <ConfirmDialog
      danger
      title={t('list.batchDelete', { count })}
      verb={t('list.bulk.delete', { count })}
      busy={!found}
      onConfirm={() => onConfirm(undoable)}
      onClose={onClose}
    >
      {impact.isPending && (
        <div role="status" className="flex flex-col gap-2">
          <p className="text-ink-soft">{t('list.bulk.looking')}</p>
          <Skeleton className="h-12" />
        </div>
      )}
      {impact.error && <Failed error={impact.error} retry={() => void impact.refetch()} />}
      {found && (
        <div className="flex flex-col gap-4">
          {none && <p>{t('list.bulk.alone')}</p>}
          <Part words="list.bulk.blocked" group={found.blocked} />
          <Part words="remove.deleted" group={found.deleted} />
          <Part words="remove.affected" group={found.affected} />
          {found.looked < count && (
            <p className="text-ink-soft">
              {t('list.bulk.lookedAt', { looked: formatNumber(found.looked), count })}
            </p>
          )}
          <p className="text-ink-soft">{t(undoable ? 'list.bulk.undoable' : 'remove.final')}</p>
        </div>
      )}
    </ConfirmDialog>
  )
}

const SHOWN = 5

function Part({ words, group }: { words: string; group: CascadeGroup }) {
  const { t } = useTranslation()
  const model = useModel()
  const labels = useLabels()
  if (group.count === 0) return null
  const names = group.related_objects.slice(0, SHOWN).map(object => object.name)
  const more = group.count - names.length
  const kinds = [...group.grouped_objects].sort((a, b) => b.count - a.count)
  return (
    <section>
      <h3 className="mb-1 font-medium">{t(words, { count: group.count })}</h3>
      <ul className="flex flex-wrap gap-1.5">
        {kinds.map(kind => {
          const resource = model.resources[kind.model]
          const name = resource && (kind.count === 1 ? labels.name(resource) : labels.plural(resource))
          return (
            <li key={kind.model} className="rounded-full bg-sunken px-2.5 py-0.5">
              <span className="tabular font-medium">{formatNumber(kind.count)}</span>{' '}
              {name?.toLowerCase() ?? kind.model}
            </li>
          )
        })}
      </ul>
      <p className="mt-1.5 text-ink-soft text-sm">
        {names.join(', ')}
        {more > 0 && ` ${t('remove.andMore', { count: more })}`}
      </p>
    </section>
  )
}
