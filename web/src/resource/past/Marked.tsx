/** A value that is different now: marked with more than a colour, and with its current value. */
import type { ReactNode } from 'react'
import type { Resource, Row } from '@/api/model'
import { useDraft } from '@/api/useDraft'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { Badge } from '@/ui/Badge'
import type { TableColumn } from '@/ui/DataTable'
import { type Column, nameField } from '../columns'
import { differs, inWords } from './difference'
import type { Present } from './usePresent'

export const MARK = 'rounded-r-sm border-info border-l-2 bg-info-soft px-1.5'

export function useNowWords(resource: Resource) {
  const { t } = useTranslation()
  const labels = useLabels()
  return (field: Column, now: Row) => {
    const value = inWords(resource, field, now[field.name], labels, t)
    return value ? t('time.now', { value }) : t('time.nowEmpty')
  }
}

interface Props {
  resource: Resource
  field: Column
  row: Row
  /** How the object is now. */
  now: Row | null | undefined
  children: ReactNode
}

/** On the page of an object there is room to say what it is now. */
export function Marked({ resource, field, row, now, children }: Props) {
  const words = useNowWords(resource)
  if (!differs(field, row, now)) return children
  return (
    <div data-changed className={`${MARK} py-0.5 text-left`}>
      {children}
      <p className="text-info text-sm">{words(field, now)}</p>
    </div>
  )
}

function MarkedCell({ resource, field, row, now, children }: Props) {
  const words = useNowWords(resource)
  if (!differs(field, row, now)) return children
  const said = words(field, now)
  return (
    <span data-changed title={said} className={`${MARK} inline-block max-w-full truncate align-middle`}>
      {children}
      <span className="sr-only"> ({said})</span>
    </span>
  )
}

/** What is not there now: deleted since then, or new in the draft. */
export function DeletedSince() {
  const { t } = useTranslation()
  return useDraft() ? (
    <Badge tone="info">{t('whatIf.new')}</Badge>
  ) : (
    <Badge tone="bad">{t('time.deletedSince')}</Badge>
  )
}

/** The columns of a list, which mark what is different now. */
export function markedColumns(
  columns: TableColumn<Row>[],
  resource: Resource,
  fields: Column[],
  present: Present,
): TableColumn<Row>[] {
  if (present.size === 0) return columns
  const name = nameField(resource)
  return columns.map(column => {
    const field = fields.find(field => field.name === column.id)
    if (!field) return column
    return {
      ...column,
      isEmpty: row => !!column.isEmpty?.(row) && !differs(field, row, present.get(row.id)),
      cell: row => (
        <>
          <MarkedCell resource={resource} field={field} row={row} now={present.get(row.id)}>
            {column.cell(row)}
          </MarkedCell>
          {column.id === name && present.get(row.id) === null && (
            <>
              {' '}
              <DeletedSince />
            </>
          )}
        </>
      ),
    }
  })
}
