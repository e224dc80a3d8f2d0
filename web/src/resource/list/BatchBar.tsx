/** What can be done with the selected rows at once. */
import { Trash2, X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Field, Resource, Row } from '@/api/model'
import { type BatchResult, useBatch } from '@/api/objects'
import { useLabels } from '@/i18n/labels'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Menu } from '@/ui/Menu'
import { toast } from '@/ui/Toast'
import { useManyActions } from '../actions'
import { canEditInline, rawValue } from './useInlineEdit'

const TITLES = {
  change_field: 'list.change',
  add_to_field: 'list.addTo',
  remove_from_field: 'list.removeFrom',
}

interface Props {
  resource: Resource
  rows: Row[]
  onDone: () => void
}

const ActionDialog = lazy(() => import('../ActionDialog'))
const ValueDialog = lazy(() => import('./ValueDialog'))

const BATCHED = new Set(['choice', 'date', 'boolean', 'reference'])

/** What is done to the field of all selected rows. */
interface Change {
  field: Field
  action: 'change_field' | 'add_to_field' | 'remove_from_field'
}

export function BatchBar({ resource, rows, onDone }: Props) {
  const { t } = useTranslation()
  const labels = useLabels()
  const batch = useBatch(resource.path)
  const [changing, setChanging] = useState<Change | null>(null)
  const [acting, setActing] = useState<ReturnType<typeof useManyActions>[number] | null>(null)
  const together = useManyActions(resource)
  const [deleting, setDeleting] = useState(false)
  const ids = rows.map(row => row.id)
  const writable = resource.fields.filter(field => canEditInline(resource, field))
  const fields = writable.filter(field => BATCHED.has(field.kind))
  const relations = writable.filter(field => field.kind === 'many')
  const item = (field: Field, action: Change['action'], words: string) => ({
    label: t(words, { name: labels.field(resource, field) }),
    run: () => setChanging({ field, action }),
  })

  const report = (result: BatchResult, words: string, undo?: () => void) => {
    const count = result.succeeded.length
    if (count > 0) toast.good(t(words, { count }), undo && { label: t('common.undo'), run: undo })
    const failed = result.failed[0]
    if (failed) toast.bad(t('list.failed', { count: result.failed.length, reason: failed.error }))
    onDone()
  }
  const change = async ({ field, action }: Change, value: unknown) => {
    setChanging(null)
    const before = new Map(rows.map(row => [row.id, rawValue(row[field.name])]))
    try {
      const result = await batch.mutateAsync({ action, ids, field: field.name, value })
      report(result, 'list.changed', () => void restore(field, before, result))
    } catch (error) {
      toast.bad(error)
    }
  }
  const restore = async (field: Field, before: Map<string, unknown>, done: BatchResult) => {
    const changed = done.succeeded.map(one => one.id)
    try {
      // Rows that had the same value go back together.
      for (const text of new Set(changed.map(id => JSON.stringify(before.get(id))))) {
        const back = changed.filter(id => JSON.stringify(before.get(id)) === text)
        await batch.mutateAsync({
          action: 'change_field',
          ids: back,
          field: field.name,
          value: JSON.parse(text),
        })
      }
      toast.good(t('common.undone'))
    } catch (error) {
      toast.bad(error)
    }
  }
  const remove = async () => {
    setDeleting(false)
    try {
      report(await batch.mutateAsync({ action: 'delete', ids }), 'list.deleted')
    } catch (error) {
      toast.bad(error)
    }
  }
  return (
    <div
      role="toolbar"
      aria-label={t('list.selected', { count: rows.length })}
      className="appear absolute inset-x-0 bottom-4 z-20 mx-auto flex w-fit max-w-[calc(100%-2rem)] flex-wrap items-center gap-2 rounded-lg border border-line bg-raised py-1.5 pr-1.5 pl-3.5 shadow-md"
    >
      <span className="font-medium" aria-live="polite">
        {t('list.selected', { count: rows.length })}
      </span>
      {fields.length + relations.length > 0 && (
        <Menu
          align="start"
          items={[
            ...fields.map(field => item(field, 'change_field', 'list.field')),
            relations.length > 0 && null,
            ...relations.map(field => item(field, 'add_to_field', 'list.addTo')),
            ...relations.map(field => item(field, 'remove_from_field', 'list.removeFrom')),
          ]}
        >
          <Button size="sm" disabled={batch.isPending}>
            {t('list.change', { name: '…' })}
          </Button>
        </Menu>
      )}
      {rows.length > 1 &&
        together.map(one => (
          <Button key={one.action.name} size="sm" onClick={() => setActing(one)}>
            {labels.action(resource, one.action)}
          </Button>
        ))}
      {resource.permissions.delete && (
        <Button
          size="sm"
          disabled={batch.isPending}
          icon={<Trash2 size={14} aria-hidden />}
          className="text-bad"
          onClick={() => setDeleting(true)}
        >
          {t('common.delete')}
        </Button>
      )}
      <Button look="quiet" size="sm" icon={<X size={15} />} label={t('common.clear')} onClick={onDone} />
      <Suspense fallback={null}>
        {changing && (
          <ValueDialog
            resource={resource}
            field={changing.field}
            title={t(TITLES[changing.action], { name: labels.field(resource, changing.field) })}
            onClose={() => setChanging(null)}
            onApply={value => void change(changing, value)}
          />
        )}
        {acting && (
          <ActionDialog
            resource={resource}
            action={acting.action}
            given={{
              ...(acting.one && { [acting.one]: ids[0] }),
              [acting.many]: acting.one ? ids.slice(1) : ids,
            }}
            onClose={() => {
              setActing(null)
              onDone()
            }}
          />
        )}
      </Suspense>
      <Dialog
        open={deleting}
        onClose={() => setDeleting(false)}
        size="sm"
        title={t('list.batchDelete', { count: ids.length })}
        footer={
          <>
            <Button onClick={() => setDeleting(false)}>{t('common.cancel')}</Button>
            <Button look="danger" onClick={() => void remove()}>
              {t('common.delete')}
            </Button>
          </>
        }
      >
        <p>{t('list.batchDeleteHelp')}</p>
      </Dialog>
    </div>
  )
}
