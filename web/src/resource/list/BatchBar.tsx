/** What can be done with the selected rows at once. */
import { Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Field, Resource, Row } from '@/api/model'
import { type BatchResult, useBatch } from '@/api/objects'
import { useLabels } from '@/i18n/labels'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Menu } from '@/ui/Menu'
import { toast } from '@/ui/Toast'
import { CellEditor } from './CellEditor'
import { canEditInline } from './useInlineEdit'

interface Props {
  resource: Resource
  rows: Row[]
  onDone: () => void
}

const BATCHED = new Set(['choice', 'date', 'boolean'])

export function BatchBar({ resource, rows, onDone }: Props) {
  const { t } = useTranslation()
  const labels = useLabels()
  const batch = useBatch(resource.path)
  const [changing, setChanging] = useState<Field | null>(null)
  const [deleting, setDeleting] = useState(false)
  const ids = rows.map(row => row.id)
  const fields = resource.fields.filter(field => canEditInline(resource, field) && BATCHED.has(field.kind))

  const report = (result: BatchResult, words: string, undo?: () => void) => {
    const count = result.succeeded.length
    if (count > 0) toast.good(t(words, { count }), undo && { label: t('common.undo'), run: undo })
    const failed = result.failed[0]
    if (failed) toast.bad(t('list.failed', { count: result.failed.length, reason: failed.error }))
    onDone()
  }
  const change = async (field: Field, value: unknown) => {
    setChanging(null)
    const before = new Map(rows.map(row => [row.id, row[field.name] ?? null]))
    try {
      const result = await batch.mutateAsync({ action: 'change_field', ids, field: field.name, value })
      report(result, 'list.changed', () => void restore(field, before, result))
    } catch (error) {
      toast.bad(error)
    }
  }
  const restore = async (field: Field, before: Map<string, unknown>, done: BatchResult) => {
    const changed = done.succeeded.map(one => one.id)
    try {
      for (const value of new Set(before.values())) {
        const back = changed.filter(id => before.get(id) === value)
        if (back.length > 0)
          await batch.mutateAsync({ action: 'change_field', ids: back, field: field.name, value })
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
      {fields.length > 0 && (
        <Menu
          align="start"
          items={fields.map(field => ({
            label: labels.field(resource, field),
            run: () => setChanging(field),
          }))}
        >
          <Button size="sm" disabled={batch.isPending}>
            {t('list.change', { name: '…' })}
          </Button>
        </Menu>
      )}
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
      {changing && (
        <Dialog
          open
          onClose={() => setChanging(null)}
          size="sm"
          title={t('list.change', { name: labels.field(resource, changing) })}
        >
          <BatchField resource={resource} field={changing} onApply={value => void change(changing, value)} />
        </Dialog>
      )}
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

function BatchField({
  resource,
  field,
  onApply,
}: {
  resource: Resource
  field: Field
  onApply: (value: unknown) => void
}) {
  const { t } = useTranslation()
  const labels = useLabels()
  if (field.kind !== 'choice') {
    return <CellEditor resource={resource} field={field} value={null} onSave={onApply} onCancel={() => {}} />
  }
  return (
    <div className="flex flex-col gap-1">
      {field.nullable && (
        <Button look="quiet" className="justify-start" onClick={() => onApply(null)}>
          {t('form.notSet')}
        </Button>
      )}
      {(field.choices ?? []).map(choice => (
        <Button key={choice.key} look="quiet" className="justify-start" onClick={() => onApply(choice.key)}>
          {labels.choice(resource, field, choice)}
        </Button>
      ))}
    </div>
  )
}
