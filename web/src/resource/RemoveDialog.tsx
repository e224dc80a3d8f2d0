/** Asks before deleting, and says what else is deleted, what loses a link and what prevents it. */
import { useQuery } from '@tanstack/react-query'
import { type Resource, type Row, title, useModel } from '@/api/model'
import { type CascadeGroup, cascadeQuery, useRemove } from '@/api/objects'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Failed, Skeleton } from '@/ui/States'
import { toast } from '@/ui/Toast'

interface Props {
  resource: Resource
  row: Row
  onClose: () => void
  onRemoved?: () => void
}

export function RemoveDialog({ resource, row, onClose, onRemoved }: Props) {
  const { t } = useTranslation()
  const name = title(row, resource)
  const cascade = useQuery(cascadeQuery(resource.path, row.id))
  const remove = useRemove(resource.path)
  const blocked = (cascade.data?.blocked.count ?? 0) > 0
  const run = () =>
    remove.mutate(row.id, {
      onSuccess: () => {
        toast.good(t('remove.done', { name }))
        onClose()
        onRemoved?.()
      },
      onError: toast.bad,
    })
  const total = cascade.data
    ? cascade.data.deleted.count + cascade.data.affected.count + cascade.data.blocked.count
    : 0
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={t('remove.title', { name })}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="danger" disabled={!cascade.data || blocked || remove.isPending} onClick={run}>
            {t('common.delete')}
          </Button>
        </>
      }
    >
      {cascade.isPending && <Skeleton className="h-16" />}
      {cascade.error && <Failed error={cascade.error} retry={() => void cascade.refetch()} />}
      {cascade.data && (
        <div className="flex flex-col gap-4">
          {total === 0 && <p>{t('remove.nothing')}</p>}
          <Part words="remove.blocked" group={cascade.data.blocked} />
          <Part words="remove.deleted" group={cascade.data.deleted} />
          <Part words="remove.affected" group={cascade.data.affected} />
          <p className="text-ink-soft">{t('remove.final')}</p>
        </div>
      )}
    </Dialog>
  )
}

const SHOWN = 8

function Part({ words, group }: { words: string; group: CascadeGroup }) {
  const { t } = useTranslation()
  const model = useModel()
  const labels = useLabels()
  if (group.count === 0) return null
  const more = group.count - SHOWN
  return (
    <section>
      <h3 className="mb-1 font-medium">{t(words, { count: group.count })}</h3>
      <ul className="flex flex-col gap-0.5 border-line border-l-2 pl-3">
        {group.related_objects.slice(0, SHOWN).map(object => {
          const resource = model.resources[object.model]
          return (
            <li key={object.id} className="truncate">
              {object.name}{' '}
              <span className="text-ink-faint text-sm">{resource ? labels.name(resource) : ''}</span>
            </li>
          )
        })}
      </ul>
      {more > 0 && <p className="mt-1 text-ink-soft text-sm">{t('remove.andMore', { count: more })}</p>}
    </section>
  )
}
