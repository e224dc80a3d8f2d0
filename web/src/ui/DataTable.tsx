/**
 * The one table. It draws only the rows in sight, so its length does not matter, and it is worked
 * with the keyboard: arrows move, Enter opens, X selects, E edits and Tab goes on to the next cell. Space shows a preview
 * where there is one, and selects otherwise.
 */
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from '@/i18n/react'
import { cn } from './cn'
import { type Items, RightClick } from './Menu'
import type { TableColumn } from './table/column'
import { fitting, useWidth } from './table/fitting'
import { type Section, SectionRow } from './table/SectionRow'
import { stacked } from './table/stacked'
import { HeadCell } from './table/TableHead'
import { type RowActions, TableRow } from './table/TableRow'
import { useNarrow } from './useNarrow'

export type { TableColumn } from './table/column'

interface Props<T extends { id: string }> {
  label: string
  columns: TableColumn<T>[]
  /** As long as the list; rows that are not loaded are undefined. */
  rows: (T | undefined)[]
  /** How many rows can be selected, if some of the lines are group headings. */
  count?: number
  /** The group heading, if a line is one. */
  section?: (at: number) => Section | undefined
  title: (row: T) => string
  /** `name` or `-name`, several with commas; the first shows in the head. */
  ordering?: string
  onOrder?: (ordering: string) => void
  selection?: Set<string>
  onSelect?: (selection: Set<string>) => void
  onOpen?: (row: T, event: MouseEvent | KeyboardEvent) => void
  onShow?: (first: number, last: number) => void
  /** Previews a row beside the table, or closes the preview. */
  onPreview?: (row: T) => void
  /** The row that is shown beside the table. */
  previewed?: string
  /** The keyboard or the mouse moved to a row. */
  onReach?: (row: T) => void
  menu?: (row: T) => Items
  dimmed?: boolean
}

const ROW = 38
const TALL_ROW = 60
const CHECK = 38
const MARGIN = 22

export function DataTable<T extends { id: string }>(props: Props<T>) {
  const {
    label,
    columns: given,
    rows,
    count = rows.length,
    section,
    title,
    ordering,
    onOrder,
    selection,
    onSelect,
    onOpen,
    onShow,
    onPreview,
    previewed,
    onReach,
    menu,
    dimmed,
  } = props
  const { t } = useTranslation()
  const narrow = useNarrow()
  const selects = !!onSelect
  const box = useRef<HTMLDivElement>(null)
  const room = useWidth(box)
  const { columns, hidden } = useMemo(() => {
    if (narrow) return { columns: stacked(given), hidden: [] }
    const { shown, hidden } = fitting(
      given,
      room === 0 ? Number.POSITIVE_INFINITY : room - CHECK - 2 * MARGIN,
    )
    // The page margin is in the last column, and without checkboxes also in the first.
    const columns = shown.map((one, at) => {
      const edges = Number(at === shown.length - 1) + Number(at === 0 && !selects)
      return edges > 0 ? { ...one, width: one.width + edges * MARGIN } : one
    })
    return { columns, hidden: hidden.map(column => column.label) }
  }, [narrow, given, selects, room])
  const height = narrow ? TALL_ROW : ROW
  const [focused, setFocused] = useState(0)
  const [editing, setEditing] = useState<{ id: string; column: string } | null>(null)
  const anchor = useRef<number | null>(null)
  /** The row under the right mouse button. */
  const [pointed, setPointed] = useState<T | undefined>()

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

  // A distant row is only rendered after scrolling has brought it into view.
  const wanted = useRef<number | null>(null)
  const takeFocus = () => {
    if (wanted.current === null) return
    const line = box.current?.querySelector<HTMLElement>(`[data-row="${wanted.current}"]`)
    if (!line) return
    wanted.current = null
    line.focus({ preventScroll: true })
  }
  useLayoutEffect(takeFocus)
  const focusRow = (at: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, at))
    setFocused(next)
    virtual.scrollToIndex(next)
    wanted.current = next
    takeFocus()
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
    else if (event.key === ' ' && onPreview && !event.shiftKey) {
      event.preventDefault()
      onPreview(row)
    } else if (event.key === ' ' || event.key === 'x') {
      event.preventDefault()
      toggle(at, event.shiftKey)
    } else if (event.key === 'e' || event.key === 'F2') {
      event.preventDefault()
      edit(row)
    }
  }
  const latest = useRef<RowActions<T>>(null as never)
  latest.current = {
    focus: at => {
      setFocused(at)
      const row = rows[at]
      if (row) onReach?.(row)
    },
    key: onKeyDown,
    toggle,
    edit,
    edited: (row, column, at, step) => {
      const next = step && editable[editable.findIndex(one => one.id === column) + step]
      setEditing(next ? { id: row.id, column: next.id } : null)
      if (!next) focusRow(at)
    },
    open: (row, event) => onOpen?.(row, event),
  }
  const actions = useMemo<RowActions<T>>(
    () => ({
      focus: at => latest.current.focus(at),
      key: (event, at) => latest.current.key(event, at),
      toggle: (at, range) => latest.current.toggle(at, range),
      edit: (row, column) => latest.current.edit(row, column),
      edited: (row, column, at, step) => latest.current.edited(row, column, at, step),
      open: (row, event) => latest.current.open(row, event),
    }),
    [],
  )
  const loaded = rows.filter(row => row !== undefined)
  // The header is ticked only if all rows are selected, including those not loaded yet.
  const some = (selection?.size ?? 0) > 0
  const allSelected = some && selection !== undefined && selection.size >= count
  const loadedSelected = some && selection !== undefined && loaded.every(row => selection.has(row.id))
  const span = columns.length + (onSelect ? 1 : 0)

  return (
    <div
      ref={box}
      data-scroll
      // The browser must not anchor the scroll position: rows come and go above the screen.
      className="relative min-h-0 grow overflow-auto border-line border-t [overflow-anchor:none]"
    >
      <table
        // Headings that collapse their rows make it a tree.
        role={section ? 'treegrid' : 'grid'}
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-busy={dimmed || undefined}
        className={cn(
          'w-full table-fixed border-separate border-spacing-0 transition-opacity',
          dimmed && 'opacity-60',
        )}
      >
        <thead className="sticky top-0 z-10 bg-surface">
          <tr aria-rowindex={1}>
            {onSelect && (
              <th
                scope="col"
                className="border-line border-b pl-5 text-left lg:pl-8"
                style={{ width: CHECK + MARGIN }}
              >
                <input
                  type="checkbox"
                  aria-label={t('list.selectAll')}
                  className="block size-4 accent-accent"
                  checked={allSelected}
                  ref={input => {
                    if (input) input.indeterminate = some && !allSelected
                  }}
                  onChange={() => onSelect(loadedSelected ? new Set() : new Set(loaded.map(row => row.id)))}
                />
              </th>
            )}
            {columns.map((column, at) => (
              <HeadCell
                key={column.id}
                column={column}
                ordering={ordering}
                onOrder={onOrder}
                hidden={at === columns.length - 1 ? hidden : undefined}
              />
            ))}
          </tr>
        </thead>
        <RightClick items={pointed && menu ? menu(pointed) : []} disabled={!menu}>
          <tbody
            onContextMenuCapture={event => {
              const line = (event.target as HTMLElement).closest<HTMLElement>('[data-row]')
              setPointed(line ? rows[Number(line.dataset.row)] : undefined)
            }}
          >
            {above > 0 && <Spacer height={above} span={span} />}
            {shown.map(({ index }) => {
              const row = rows[index]
              const head = section?.(index)
              if (head)
                return (
                  <SectionRow
                    key={index}
                    at={index}
                    section={head}
                    span={span}
                    height={height}
                    current={index === Math.min(focused, rows.length - 1)}
                    onFocus={actions.focus}
                    onKeyDown={actions.key}
                  />
                )
              return (
                <TableRow
                  key={index}
                  at={index}
                  row={row}
                  name={row ? title(row) : undefined}
                  columns={columns}
                  height={height}
                  narrow={narrow}
                  shown={!!row && row.id === previewed}
                  selected={onSelect ? !!row && !!selection?.has(row.id) : undefined}
                  current={index === Math.min(focused, rows.length - 1)}
                  editing={row && editing?.id === row.id ? editing.column : null}
                  actions={actions}
                />
              )
            })}
            {below > 0 && <Spacer height={below} span={span} />}
          </tbody>
        </RightClick>
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
