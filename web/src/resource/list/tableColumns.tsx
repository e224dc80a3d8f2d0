/** From columns of the model to columns of the table. */

import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { type Resource, type Row, title } from '@/api/model'
import type { Labels } from '@/i18n/labels'
import { overrides } from '@/pages'
import type { TableColumn } from '@/ui/DataTable'
import { Skeleton } from '@/ui/States'
import { to } from '../address'
import { type Column, isField, nameField } from '../columns'
import { isEmpty, Value } from '../value/Value'
import { CellEditor } from './CellEditor'
import { canEditInline, type InlineEdit, rawValue } from './useInlineEdit'

const ValueDialog = lazy(() => import('./ValueDialog'))

const WIDTHS: Record<string, number> = {
  choice: 120,
  date: 124,
  datetime: 140,
  boolean: 90,
  integer: 100,
  decimal: 110,
  reference: 180,
  many: 168,
  email: 200,
  url: 200,
  markdown: 260,
  text: 180,
}

export function tableColumns(
  resource: Resource,
  columns: Column[],
  labels: Labels,
  inline: InlineEdit,
): TableColumn<Row>[] {
  const name = nameField(resource)
  const Face = overrides[resource.path]?.face
  return columns.map(column => {
    const isName = column.name === name
    return {
      id: column.name,
      label: labels.field(resource, column),
      width:
        column.name === 'ref_id' ? 120 : isName ? 260 : isField(column) ? (WIDTHS[column.kind] ?? 160) : 140,
      grow: isName,
      sortable: column.orderable ?? false,
      isEmpty: row => isEmpty(row[column.name]) || row[column.name] === '--',
      cell: row =>
        isName ? (
          <Link
            to={to.item(resource.path, row.id)}
            tabIndex={-1}
            title={title(row, resource)}
            className="rounded-sm font-medium text-ink underline-offset-3 hover:underline"
          >
            {Face ? (
              <Suspense fallback={title(row, resource)}>
                <Face row={row} />
              </Suspense>
            ) : (
              title(row, resource)
            )}
          </Link>
        ) : (
          <Value resource={resource} field={column} value={row[column.name]} short />
        ),
      editor: canEditInline(resource, column)
        ? (row, done) => {
            const save = (value: unknown, step?: 1 | -1) => {
              inline.save(row, column, value)
              done(step)
            }
            const value = rawValue(row[column.name])
            const common = { resource, field: column, value }
            // A picker needs more room than a cell has.
            return column.target ? (
              <Suspense fallback={null}>
                <ValueDialog
                  {...common}
                  title={`${labels.field(resource, column)}: ${title(row, resource)}`}
                  onClose={() => done()}
                  onApply={save}
                />
              </Suspense>
            ) : (
              <CellEditor {...common} onCancel={() => done()} onSave={save} />
            )
          }
        : undefined,
    }
  })
}

/** Puts the columns that are made by hand after the name. */
export function withExtra(
  columns: TableColumn<Row>[],
  resource: Resource,
  word: (key: string) => string,
): TableColumn<Row>[] {
  const extra = (overrides[resource.path]?.extra ?? []).map(
    (column): TableColumn<Row> => ({
      id: column.name,
      label: word(column.title),
      width: column.width,
      cell: row => (
        <Suspense fallback={<Skeleton className="h-3 w-3/5" />}>
          <column.view row={row} />
        </Suspense>
      ),
    }),
  )
  const at = columns.findIndex(column => column.id === nameField(resource)) + 1
  return [...columns.slice(0, at), ...extra, ...columns.slice(at)]
}
