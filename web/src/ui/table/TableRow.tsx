/** One row. It is rendered again only when something in it changes, so that scrolling stays cheap. */
import { type KeyboardEvent, type MouseEvent, memo, type ReactElement } from 'react'
import { useTranslation } from '@/i18n/react'
import { cn } from '../cn'
import { Skeleton } from '../States'
import type { TableColumn } from './column'
import { InRow } from './InRow'

/** A row's callbacks to the table; the same object for the table's whole life. */
export interface RowActions<T> {
  focus: (at: number) => void
  key: (event: KeyboardEvent<HTMLTableRowElement>, at: number) => void
  toggle: (at: number, range: boolean) => void
  edit: (row: T, column: string) => void
  /** An editor is done; `step` leads to the next or the last cell that can be edited. */
  edited: (row: T, column: string, at: number, step?: 1 | -1) => void
  open: (row: T, event: MouseEvent) => void
}

interface Props<T> {
  at: number
  /** Undefined while it is on its way. */
  row: T | undefined
  columns: TableColumn<T>[]
  name: string | undefined
  height: number
  narrow: boolean
  /** Left out where nothing can be selected. */
  selected?: boolean
  /** Whether it is shown beside the table. */
  shown: boolean
  /** Whether Tab comes here. */
  current: boolean
  editing: string | null
  actions: RowActions<T>
}

function Row<T>(props: Props<T>) {
  const { at, row, columns, name, height, narrow, selected, shown, current, editing, actions } = props
  const { t } = useTranslation()
  return (
    <tr
      data-row={at}
      aria-rowindex={at + 2}
      aria-selected={selected}
      aria-label={name}
      tabIndex={current ? 0 : -1}
      onFocus={() => actions.focus(at)}
      onKeyDown={event => actions.key(event, at)}
      aria-current={shown || undefined}
      className={cn(
        'group outline-offset-[-2px]',
        selected ? 'bg-accent-soft' : shown ? 'bg-hover' : 'hover:bg-hover',
        shown && 'shadow-[inset_3px_0_0_var(--accent)]',
      )}
      style={{ height }}
    >
      {selected !== undefined && (
        <td className="border-line border-b pl-5 lg:pl-8">
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={row ? t('list.selectRow', { name }) : t('common.loading')}
            className="block size-4 accent-accent"
            checked={selected}
            onClick={event => actions.toggle(at, event.shiftKey)}
            onChange={() => {}}
          />
        </td>
      )}
      {columns.map(column => {
        const isEdited = !!row && editing === column.id
        return (
          <td
            key={column.id}
            className={cn(
              'overflow-hidden border-line border-b px-2.5 first:pl-5 last:pr-5 lg:last:pr-8 lg:first:pl-8',
              isEdited && 'overflow-visible py-0',
              column.right && !narrow && 'text-right',
            )}
            onDoubleClick={() => row && actions.edit(row, column.id)}
            onClick={event => {
              const inner = (event.target as HTMLElement).closest('a,button,input,select')
              if (row && !inner && !getSelection()?.toString() && !column.editor) actions.open(row, event)
            }}
          >
            {!row ? (
              <Skeleton className="h-3 w-3/5" />
            ) : isEdited && column.editor ? (
              column.editor(row, step => actions.edited(row, column.id, at, step))
            ) : (
              <InRow.Provider value={current ? 'current' : 'other'}>
                <div className={narrow ? undefined : 'truncate'}>{column.cell(row)}</div>
              </InRow.Provider>
            )}
          </td>
        )
      })}
    </tr>
  )
}

export const TableRow = memo(Row) as <T>(props: Props<T>) => ReactElement
