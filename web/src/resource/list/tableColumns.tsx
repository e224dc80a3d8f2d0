/** From columns of the model to columns of the table. */

import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { type Field, type Resource, type Row, title } from '@/api/model'
import type { Labels } from '@/i18n/labels'
import { overrides } from '@/pages'
import type { TableColumn } from '@/ui/DataTable'
import { Skeleton } from '@/ui/States'
import { to } from '../address'
import { type Column, isField, nameField } from '../columns'
import { LateDate } from '../value/LateDate'
import { daysLate, sortOf } from '../value/late'
import { isEmpty, Value } from '../value/Value'
import { CellEditor } from './CellEditor'
import { canEditInline, type InlineEdit, rawValue } from './useInlineEdit'
import { isNumber, isSentence, widthOf } from './widths'

const ValueDialog = lazy(() => import('./ValueDialog'))

/** The name column has at least this width, and takes what is left. */
const NAME = 260

/** Names of other records, and sentences, can use all the room there is. */
const isLong = (field: Field) => ['reference', 'many', 'any'].includes(field.kind) || isSentence(field)

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
      width: isName ? NAME : widthOf(resource, column, labels),
      grow: isName,
      stretches: !isName && isField(column) && isLong(column),
      right: isNumber(column),
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
          <Cell resource={resource} column={column} row={row} />
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

/** A value, or the date that has passed and still matters. */
function Cell({ resource, column, row }: { resource: Resource; column: Column; row: Row }) {
  const value = row[column.name]
  const days = daysLate(resource, row, column.name)
  const sort = sortOf(column.name)
  if (days !== null && sort) return <LateDate day={String(value)} days={days} sort={sort} />
  return <Value resource={resource} field={column} value={value} short />
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
