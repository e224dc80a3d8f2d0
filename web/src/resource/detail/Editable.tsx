/**
 * A value that is edited in place. Simple values become a control; relations and texts open a dialog. A
 * value with links keeps them, and has a pencil beside it.
 */
import { Pencil } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { Field, Resource, Row } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { overrides } from '@/pages'
import { cn } from '@/ui/cn'
import { type Column, isField } from '../columns'
import { CellEditor } from '../list/CellEditor'
import { rawValue, useInlineEdit } from '../list/useInlineEdit'

const ValueDialog = lazy(() => import('../list/ValueDialog'))

const IN_PLACE = new Set(['text', 'email', 'url', 'link', 'choice', 'integer', 'decimal', 'date', 'boolean'])
const LEADING = new Set(['reference', 'many', 'any', 'url', 'link'])
const NO_EDITOR = new Set(['file', 'id'])

/** Whether the reader may change this field here. */
export function canEdit(resource: Resource, row: Row, column: Column | undefined): column is Field {
  return (
    !!column &&
    isField(column) &&
    resource.permissions.change &&
    !resource.read_only &&
    row.builtin !== true &&
    !column.read_only &&
    !column.immutable &&
    !(column.name in (overrides[resource.path]?.onPage ?? {})) &&
    !NO_EDITOR.has(column.kind) &&
    // Hidden references cannot be chosen.
    (!column.target || column.options === true)
  )
}

/** A dialog for one field, opened from elsewhere on the page. */
export function FieldDialog({
  resource,
  row,
  field,
  onClose,
}: {
  resource: Resource
  row: Row
  field: Field
  onClose: () => void
}) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { save } = useInlineEdit(resource)
  return (
    <Suspense>
      <ValueDialog
        resource={resource}
        field={field}
        title={t('detail.editField', { name: labels.field(resource, field) })}
        value={rawValue(row[field.name])}
        onClose={onClose}
        onApply={value => {
          onClose()
          save(row, field, value)
        }}
      />
    </Suspense>
  )
}

interface Props {
  resource: Resource
  row: Row
  field: Column
  className?: string
  /** It leads nowhere here, so all of it is the button. */
  whole?: boolean
  children: ReactNode
}

export function Editable({ resource, row, field, className, whole, children }: Props) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { save } = useInlineEdit(resource)
  const [editing, setEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const goBack = useRef(false)
  useEffect(() => {
    if (editing || !goBack.current) return
    goBack.current = false
    button.current?.focus()
  }, [editing])
  if (!canEdit(resource, row, field)) return children
  const open = () => setEditing(true)
  const close = () => {
    goBack.current = true
    setEditing(false)
  }
  if (editing && IN_PLACE.has(field.kind)) {
    return (
      <CellEditor
        resource={resource}
        field={field}
        value={rawValue(row[field.name])}
        onSave={value => {
          close()
          save(row, field, value)
        }}
        onCancel={close}
      />
    )
  }
  const name = t('detail.editField', { name: labels.field(resource, field) })
  const dialog = editing && (
    <FieldDialog resource={resource} row={row} field={field} onClose={() => setEditing(false)} />
  )
  if (LEADING.has(field.kind) && !whole) {
    return (
      <span className={cn('group/edit flex min-w-0 items-start gap-1', className)}>
        <span className="min-w-0 grow">{children}</span>
        <button
          ref={button}
          type="button"
          onClick={open}
          aria-label={name}
          title={name}
          className="grid size-6 shrink-0 place-items-center rounded-sm text-ink-faint hover:bg-hover hover:text-ink focus-visible:opacity-100 group-hover/edit:opacity-100 pointer-fine:opacity-0"
        >
          <Pencil size={13} aria-hidden />
        </button>
        {dialog}
      </span>
    )
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        onClick={open}
        title={name}
        className={cn('-mx-1.5 -my-0.5 rounded-sm px-1.5 py-0.5 text-left hover:bg-hover', className)}
      >
        <span className="sr-only">{name}: </span>
        {children}
      </button>
      {dialog}
    </>
  )
}
