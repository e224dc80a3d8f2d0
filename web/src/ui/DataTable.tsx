/**
 * The one table. It draws only the rows in sight, so its length does not matter, and it is worked
 * with the keyboard: arrows move, Enter opens, Space selects, E edits.
 */
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from './cn'
import { type Items, RightClick } from './Menu'
import { Skeleton } from './States'
import { stacked } from './stacked'
import { useNarrow } from './useNarrow'

export interface TableColumn<T> {
  id: string
  label: string
  width: number
  /** Takes what room is left. */
  grow?: boolean
  sortable?: boolean
  cell: (row: T) => ReactNode
  /** Draws the editor of a cell; without it the cell cannot be edited. */
  editor?: (row: T, done: () => void) => ReactNode
  /** Whether it has nothing to say about a row; narrow screens leave it out then. */
  isEmpty?: (row: T) => boolean
  /** The columns that this one stands for. */
  heads?: TableColumn<T>[]
}

interface Props<T extends { id: string }> {
  label: string
  columns: TableColumn<T>[]
  /** As long as the list; what is not loaded is undefined. */
  rows: (T | undefined)[]
  title: (row: T) => string
  /** `name` or `-name`, several with commas; the first shows in the head. */
  ordering?: string
  onOrder?: (ordering: string) => void
  selection?: Set<string>
  onSelect?: (selection: Set<string>) => void
  onOpen?: (row: T, event: MouseEvent | KeyboardEvent) => void
  onShow?: (first: number, last: number) => void
  menu?: (row: T) => Items
  dimmed?: boolean
}

const ROW = 38
const TALL_ROW = 60
const CHECK = 38
const EDGE = 44

export function DataTable<T extends { id: string }>(props: Props<T>) {
  const {
    label,
    columns: given,
    rows,
    title,
    ordering,
    onOrder,
    selection,
    onSelect,
    onOpen,
    onShow,
    menu,
    dimmed,
  } = props
  const { t } = useTranslation()
  const narrow = useNarrow()
  const columns = useMemo(() => (narrow ? stacked(given) : given), [narrow, given])
  const height = narrow ? TALL_ROW : ROW
  const box = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState(0)
  const [editing, setEditing] = useState<{ id: string; column: string } | null>(null)
  const anchor = useRef<number | null>(null)

  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    overscan: 12,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: all rows change their height at once
  useEffect(() => virtual.measure(), [height])
  const shown = virtual.getVirtualItems()
  const [first, last] = [shown[0]?.index ?? 0, shown.at(-1)?.index ?? 0]
  useEffect(() => onShow?.(first, last), [onShow, first, last])
  const above = shown[0]?.start ?? 0
  const below = virtual.getTotalSize() - (shown.at(-1)?.end ?? 0)

  const focusRow = (at: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, at))
    setFocused(next)
    virtual.scrollToIndex(next)
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-row="${next}"]`)?.focus())
  }
  const toggle = (at: number, range: boolean) => {
    if (!selection || !onSelect) return
    const next = new Set(selection)
    const row = rows[at]
    if (!row) return
    if (range && anchor.current !== null) {
      const [from, to] = [Math.min(anchor.current, at), Math.max(anchor.current, at)]
      for (let index = from; index <= to; index += 1) {
        const between = rows[index]
        if (between) next.add(between.id)
      }
    } else if (!next.delete(row.id)) next.add(row.id)
    anchor.current = at
    onSelect(next)
  }
  const editable = columns.filter(column => column.editor)
  const edit = (row: T, column?: string) => {
    const wanted = column ?? editable[0]?.id
    if (wanted && columns.find(one => one.id === wanted)?.editor) setEditing({ id: row.id, column: wanted })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>, at: number) => {
    if (event.target !== event.currentTarget) return
    const row = rows[at]
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 400) / height) - 2)
    const moves: Record<string, number> = {
      ArrowDown: at + 1,
      j: at + 1,
      ArrowUp: at - 1,
      k: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: rows.length - 1,
    }
    const move = moves[event.key]
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (move !== undefined) {
      event.preventDefault()
      if (event.shiftKey && event.key.startsWith('Arrow')) {
        if (anchor.current === null) anchor.current = at
        toggle(Math.max(0, Math.min(rows.length - 1, move)), true)
      }
      focusRow(move)
    } else if (!row) return
    else if (event.key === 'Enter') onOpen?.(row, event)
    else if (event.key === ' ') {
      event.preventDefault()
      toggle(at, event.shiftKey)
    } else if (event.key === 'e' || event.key === 'F2') {
      event.preventDefault()
      edit(row)
    }
  }
  const loaded = rows.filter(row => row !== undefined)
  const allSelected =
    loaded.length > 0 && selection !== undefined && loaded.every(row => selection.has(row.id))
  const width = columns.reduce((sum, column) => sum + column.width, 0) + (onSelect ? CHECK : 0) + EDGE

  return (
    <div ref={box} data-scroll className="relative min-h-0 grow overflow-auto border-line border-t">
      <table
        role="grid"
        aria-label={label}
        aria-rowcount={rows.length + 1}
        className={cn(
          'w-full table-fixed border-separate border-spacing-0 transition-opacity',
          dimmed && 'opacity-60',
        )}
        style={{ minWidth: narrow ? undefined : width }}
      >
        <thead className="sticky top-0 z-10 bg-surface">
          <tr aria-rowindex={1}>
            {onSelect && (
              <th
                scope="col"
                className="border-line border-b pl-5 text-left lg:pl-8"
                style={{ width: CHECK + 22 }}
              >
                <input
                  type="checkbox"
                  aria-label={t('list.selectAll')}
                  className="block size-4 accent-accent"
                  checked={allSelected}
                  onChange={() => onSelect(allSelected ? new Set() : new Set(loaded.map(row => row.id)))}
                />
              </th>
            )}
            {columns.map(column => (
              <HeadCell key={column.id} column={column} ordering={ordering} onOrder={onOrder} />
            ))}
          </tr>
        </thead>
        <tbody>
          {above > 0 && <Spacer height={above} span={columns.length + 1} />}
          {shown.map(({ index }) => {
            const row = rows[index]
            const isSelected = !!row && !!selection?.has(row.id)
            const line = (
              <tr
                key={index}
                data-row={index}
                aria-rowindex={index + 2}
                aria-selected={onSelect ? isSelected : undefined}
                aria-label={row ? title(row) : undefined}
                tabIndex={index === Math.min(focused, rows.length - 1) ? 0 : -1}
                onFocus={() => setFocused(index)}
                onKeyDown={event => onKeyDown(event, index)}
                className={cn(
                  'group outline-offset-[-2px]',
                  isSelected ? 'bg-accent-soft' : 'hover:bg-hover',
                )}
                style={{ height }}
              >
                {onSelect && (
                  <td className="border-line border-b pl-5 lg:pl-8">
                    <input
                      type="checkbox"
                      tabIndex={-1}
                      aria-label={row ? t('list.selectRow', { name: title(row) }) : t('common.loading')}
                      className="block size-4 accent-accent"
                      checked={isSelected}
                      onClick={event => toggle(index, event.shiftKey)}
                      onChange={() => {}}
                    />
                  </td>
                )}
                {columns.map(column => {
                  const isEdited = !!row && editing?.id === row.id && editing.column === column.id
                  return (
                    <td
                      key={column.id}
                      className={cn(
                        'overflow-hidden border-line border-b px-2.5 last:pr-5 lg:last:pr-8',
                        isEdited && 'overflow-visible py-0',
                      )}
                      onDoubleClick={() => row && edit(row, column.id)}
                      onClick={event => {
                        const inner = (event.target as HTMLElement).closest('a,button,input,select')
                        if (row && !inner && !getSelection()?.toString() && !column.editor)
                          onOpen?.(row, event)
                      }}
                    >
                      {!row ? (
                        <Skeleton className="h-3 w-3/5" />
                      ) : isEdited && column.editor ? (
                        column.editor(row, () => {
                          setEditing(null)
                          focusRow(index)
                        })
                      ) : (
                        <div className={narrow ? undefined : 'truncate'}>{column.cell(row)}</div>
                      )}
                    </td>
                  )
                })}
              </tr>
            )
            return menu && row ? (
              <RightClick key={index} items={menu(row)}>
                {line}
              </RightClick>
            ) : (
              line
            )
          })}
          {below > 0 && <Spacer height={below} span={columns.length + 1} />}
        </tbody>
      </table>
    </div>
  )
}

/** A tall tbody would not scroll rightly in a real table; rows of their height do. */
const Spacer = memo(({ height, span }: { height: number; span: number }) => (
  <tr aria-hidden>
    <td colSpan={span} className="p-0" style={{ height }} />
  </tr>
))

interface HeadProps<T> {
  column: TableColumn<T>
  ordering?: string
  onOrder?: (ordering: string) => void
}

function HeadCell<T>({ column, ordering, onOrder }: HeadProps<T>) {
  if (column.heads) return <HeadCells heads={column.heads} ordering={ordering} onOrder={onOrder} />
  const direction = directionOf(column, ordering)
  return (
    <th
      scope="col"
      aria-sort={column.sortable ? (direction ?? 'none') : undefined}
      className="h-9 border-line border-b px-2.5 text-left font-medium text-ink-soft text-sm last:pr-5 lg:last:pr-8"
      style={{ width: column.grow ? undefined : column.width }}
    >
      <Head column={column} ordering={ordering} onOrder={onOrder} />
    </th>
  )
}

/** Over a column that stands for several: all that can be sorted by, to be pushed aside. */
function HeadCells<T>({
  heads,
  ordering,
  onOrder,
}: Omit<HeadProps<T>, 'column'> & { heads: TableColumn<T>[] }) {
  return (
    <th scope="col" className="h-9 border-line border-b px-2.5 text-left font-medium text-ink-soft text-sm">
      <div className="flex gap-4 overflow-x-auto px-1.5">
        {heads
          .filter(column => column.sortable)
          .map(column => (
            <Head key={column.id} column={column} ordering={ordering} onOrder={onOrder} />
          ))}
      </div>
    </th>
  )
}

function directionOf<T>(column: TableColumn<T>, ordering?: string): 'ascending' | 'descending' | undefined {
  const first = ordering?.split(',')[0]
  return first === column.id ? 'ascending' : first === `-${column.id}` ? 'descending' : undefined
}

function Head<T>({ column, ordering, onOrder }: HeadProps<T>) {
  const direction = directionOf(column, ordering)
  const Arrow = direction === 'descending' ? ArrowDown : ArrowUp
  if (!column.sortable || !onOrder) return <span className="block truncate">{column.label}</span>
  return (
    <button
      type="button"
      onClick={() => onOrder(direction === 'ascending' ? `-${column.id}` : column.id)}
      className="group/head -mx-1.5 inline-flex max-w-full shrink-0 items-center gap-1 rounded-md px-1.5 py-0.5 hover:bg-hover hover:text-ink"
    >
      <span className="truncate">{column.label}</span>
      <Arrow
        size={13}
        aria-hidden
        className={cn('shrink-0', direction ? 'text-accent-text' : 'opacity-0 group-hover/head:opacity-60')}
      />
    </button>
  )
}
