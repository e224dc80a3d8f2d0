/** Edits one simple field of one row, safely and with undo. */
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { request } from '@/api/client'
import { type Field, isRef, type Resource, type Row } from '@/api/model'
import { refresh } from '@/api/objects'
import { useTranslation } from '@/i18n/react'
import { overrides } from '@/pages'
import { toast } from '@/ui/Toast'
import { type Column, isField } from '../columns'
import { same } from '../form/validate'
import { asText } from '../value/Value'

const EDITED = new Set([
  'text',
  'email',
  'url',
  'link',
  'choice',
  'integer',
  'decimal',
  'date',
  'boolean',
  'reference',
  'many',
])

/** What is shown, as it is written: references are their ids. */
export function rawValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rawValue)
  return isRef(value) ? value.id : (value ?? null)
}

export function canEditInline(resource: Resource, column: Column): column is Field {
  return (
    isField(column) &&
    resource.permissions.change &&
    !resource.read_only &&
    !column.read_only &&
    !column.immutable &&
    !(column.name in (overrides[resource.path]?.onPage ?? {})) &&
    EDITED.has(column.kind) &&
    // Hidden references cannot be chosen.
    (!column.target || column.options === true)
  )
}

export interface InlineEdit {
  save: (row: Row, field: Field, value: unknown) => void
}

export function useInlineEdit(resource: Resource): InlineEdit {
  const client = useQueryClient()
  const { t } = useTranslation()
  const write = useCallback(
    async (id: string, field: Field, before: unknown, after: unknown) => {
      const path = `${resource.path}/${id}/`
      // The list has no ETag: read the object again, and refuse to overwrite a change that nobody here has
      // seen.
      const now = await request<Row>(`${path}object/`)
      const value = now.data[field.name] ?? null
      if (!same(value, before)) {
        throw new Error(t('list.changedMeanwhile', { value: asText(value) }))
      }
      const headers = now.etag ? { 'if-match': now.etag } : undefined
      await request(path, { method: 'PATCH', body: { [field.name]: after }, headers })
    },
    [resource.path, t],
  )
  const save = useCallback(
    (row: Row, field: Field, value: unknown) => {
      const before = rawValue(row[field.name])
      if (same(before, value)) return
      const undo = () =>
        void write(row.id, field, value, before)
          .then(() => toast.good(t('common.undone')), toast.bad)
          .finally(() => void refresh(client))
      void write(row.id, field, before, value)
        .then(() => toast.good(t('common.saved'), { label: t('common.undo'), run: undo }), toast.bad)
        .finally(() => void refresh(client))
    },
    [client, write, t],
  )
  return useMemo(() => ({ save }), [save])
}
