/**
 * Things down, what can happen to them across, a box in each cell. One tab stop: arrows move, Space
 * ticks. A row, a group or a column is ticked as a whole by its own box.
 */
import { Check, ChevronDown, Lock } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { useTranslation } from '@/i18n/react'
import { cn } from './cn'
import { SearchField } from './SearchField'
import { Switch } from './Switch'

export interface Cell {
  /** What is ticked. */
  id: string
  /** The cell in words. */
  label: string
  /** Why it cannot be unticked. */
  locked?: string
}
export interface MatrixRow {
  id: string
  label: string
  note?: ReactNode
  cells: Record<string, Cell | undefined>
}
export interface MatrixGroup {
  name: string
  label: string
  rows: MatrixRow[]
}

interface Props {
  label: string
  searchLabel: string
  columns: { id: string; label: string }[]
  groups: MatrixGroup[]
  chosen: Set<string>
  /** Left out where nothing can be changed. */
  onChange?: (chosen: Set<string>) => void
  /** In words how much is chosen. */
  summary: ReactNode
  /** Scrolls by itself, up to this height; otherwise with the page. */
  height?: string
}

const ids = (rows: MatrixRow[], column?: string) =>
  rows.flatMap(row =>
    Object.entries(row.cells).flatMap(([name, cell]) =>
      cell && (!column || name === column) ? [cell.id] : [],
    ),
  )

export function CheckMatrix({
  label,
  searchLabel,
  columns,
  groups,
  chosen,
  onChange,
  summary,
  height,
}: Props) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [onlyChosen, setOnlyChosen] = useState(false)
  const [closed, setClosed] = useState<Set<string>>(new Set())
  const [at, setAt] = useState<[number, number]>([0, 0])
  const box = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is unticked stays in sight until the filter is set anew
  const shown = useMemo(() => {
    const words = text.trim().toLowerCase()
    const fits = (row: MatrixRow, group: MatrixGroup) =>
      !words || `${row.label} ${row.id} ${group.label}`.toLowerCase().includes(words)
    return groups.flatMap(group => {
      const rows = group.rows.filter(
        row => fits(row, group) && (!onlyChosen || ids([row]).some(id => chosen.has(id))),
      )
      return rows.length > 0 ? [{ ...group, rows }] : []
    })
  }, [groups, text, onlyChosen])

  const locked = useMemo(
    () =>
      new Set(
        groups.flatMap(group =>
          group.rows.flatMap(row =>
            Object.values(row.cells).flatMap(cell => (cell?.locked ? [cell.id] : [])),
          ),
        ),
      ),
    [groups],
  )
  const toggle = (all: string[], on: boolean) => {
    const next = new Set(chosen)
    for (const id of all) {
      if (on) next.add(id)
      else if (!locked.has(id)) next.delete(id)
    }
    onChange?.(next)
  }
  const state = (all: string[]) => {
    const count = all.filter(id => chosen.has(id)).length
    return count === 0 ? false : count === all.length ? true : 'mixed'
  }

  const move = (event: KeyboardEvent) => {
    const steps: Record<string, [number, number]> = {
      ArrowDown: [1, 0],
      ArrowUp: [-1, 0],
      ArrowRight: [0, 1],
      ArrowLeft: [0, -1],
    }
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    const boxes = [...(box.current?.querySelectorAll<HTMLInputElement>('input[data-row]') ?? [])]
    const place = (input: HTMLInputElement) =>
      [Number(input.dataset.row), Number(input.dataset.column)] as const
    const [row, column] = place(event.target as HTMLInputElement)
    // The nearest box that way: not every row has every cell.
    const rank = (input: HTMLInputElement) => {
      const [r, c] = place(input)
      if (step[0]) {
        const far = (r - row) * step[0]
        return far > 0 ? far * 100 + Math.abs(c - column) : Number.POSITIVE_INFINITY
      }
      const far = (c - column) * step[1]
      return r === row && far > 0 ? far : Number.POSITIVE_INFINITY
    }
    const next = boxes.reduce<HTMLInputElement | null>(
      (best, input) => (rank(input) < (best ? rank(best) : Number.POSITIVE_INFINITY) ? input : best),
      null,
    )
    next?.focus()
  }
  const isOpen = (name: string) => text.trim() !== '' || !closed.has(name)
  const stop = (row: number, column: number) => ({
    'data-row': row,
    'data-column': column,
    tabIndex: at[0] === row && at[1] === column ? 0 : -1,
    onFocus: () => setAt([row, column]),
    onKeyDown: move,
  })
  const everything = shown.flatMap(group => group.rows)
  let line = 0
  return (
    <div className={cn('flex flex-col gap-2.5', height)}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SearchField label={searchLabel} value={text} onChange={setText} />
        <span className="flex items-center gap-2 text-ink-soft text-sm">
          <Switch label={t('matrix.onlyChosen')} checked={onlyChosen} onChange={setOnlyChosen} />
          <span aria-hidden>{t('matrix.onlyChosen')}</span>
        </span>
        <span role="status" className="ml-auto text-ink-soft text-sm">
          {summary}
        </span>
      </div>
      <div
        ref={box}
        className={cn(
          'rounded-lg border border-line bg-raised',
          // Clipped and not scrolled, so that the head sticks to the top of the page.
          height ? 'min-h-0 overflow-auto' : 'overflow-clip',
        )}
      >
        <table aria-label={label} className="w-full border-separate border-spacing-0 max-sm:table-fixed">
          <thead className="sticky top-0 z-10 bg-bg">
            <tr>
              <th scope="col" className="h-9 border-line border-b pl-3 text-left font-medium text-sm">
                {onChange && shown.length > 0 ? (
                  <Tick
                    {...stop(0, 0)}
                    label={t('matrix.all')}
                    state={state(ids(everything))}
                    onChange={on => toggle(ids(everything), on)}
                    words={<span className="font-medium text-ink-soft">{t('matrix.all')}</span>}
                  />
                ) : (
                  <span className="text-ink-soft">{label}</span>
                )}
              </th>
              {columns.map((column, index) => (
                <th
                  key={column.id}
                  scope="col"
                  className="w-22 border-line border-b px-1 text-center font-medium text-ink-soft text-sm max-sm:w-10 max-sm:px-0 max-sm:text-[0.65rem] max-sm:wrap-anywhere"
                >
                  {onChange && shown.length > 0 ? (
                    <Tick
                      {...stop(0, index + 1)}
                      label={t('matrix.column', { name: column.label })}
                      state={state(ids(everything, column.id))}
                      onChange={on => toggle(ids(everything, column.id), on)}
                      words={column.label}
                      below
                    />
                  ) : (
                    column.label
                  )}
                </th>
              ))}
            </tr>
          </thead>
          {shown.map(group => {
            const open = isOpen(group.name)
            const groupLine = ++line
            return (
              <tbody key={group.name}>
                <tr className="bg-surface">
                  <th
                    scope="rowgroup"
                    colSpan={columns.length + 1}
                    className="h-9 border-line border-b px-3 text-left"
                  >
                    <span className="flex items-center gap-1">
                      {onChange && (
                        <Tick
                          {...stop(groupLine, 0)}
                          label={t('matrix.group', { name: group.label })}
                          state={state(ids(group.rows))}
                          onChange={on => toggle(ids(group.rows), on)}
                          left
                        />
                      )}
                      <button
                        type="button"
                        aria-expanded={open}
                        onClick={() =>
                          setClosed(now => {
                            const next = new Set(now)
                            if (!next.delete(group.name)) next.add(group.name)
                            return next
                          })
                        }
                        className="flex min-h-6 items-center gap-1 rounded-sm px-1 font-semibold"
                      >
                        {group.label}
                        <ChevronDown
                          size={14}
                          aria-hidden
                          className={cn('text-ink-faint transition-transform', !open && '-rotate-90')}
                        />
                      </button>
                      <span className="tabular ml-auto text-ink-faint text-xs">
                        {ids(group.rows).filter(id => chosen.has(id)).length}/{ids(group.rows).length}
                      </span>
                    </span>
                  </th>
                </tr>
                {open &&
                  group.rows.map(row => {
                    const rowLine = ++line
                    return (
                      <tr key={row.id} className="hover:bg-hover">
                        <th
                          scope="row"
                          className={cn(
                            'border-line border-b py-1 pr-2 text-left font-normal',
                            onChange ? 'pl-10 max-sm:pl-3' : 'pl-4 max-sm:pl-3',
                          )}
                        >
                          {onChange ? (
                            <Tick
                              {...stop(rowLine, 0)}
                              label={t('matrix.row', { name: row.label })}
                              state={state(ids([row]))}
                              onChange={on => toggle(ids([row]), on)}
                              words={row.label}
                            />
                          ) : (
                            row.label
                          )}
                          {row.note}
                        </th>
                        {columns.map((column, index) => {
                          const cell = row.cells[column.id]
                          return (
                            <td key={column.id} className="border-line border-b p-0 text-center">
                              {!cell ? (
                                <span aria-hidden className="text-line-strong">
                                  ·
                                </span>
                              ) : onChange ? (
                                <Tick
                                  {...stop(rowLine, index + 1)}
                                  label={cell.label}
                                  locked={cell.locked}
                                  state={chosen.has(cell.id)}
                                  onChange={on => toggle([cell.id], on)}
                                />
                              ) : (
                                <Mark on={chosen.has(cell.id)} label={cell.label} />
                              )}
                            </td>
                          )
                        })}
                      </tr>
                    )
                  })}
              </tbody>
            )
          })}
        </table>
        {shown.length === 0 && (
          <p className="px-4 py-8 text-center text-ink-soft">
            {t(text ? 'matrix.nothing' : 'matrix.nothingChosen')}
          </p>
        )}
      </div>
    </div>
  )
}

function Mark({ on, label }: { on: boolean; label: string }) {
  const { t } = useTranslation()
  return (
    <span className="inline-grid size-7 place-items-center" title={label}>
      {on ? (
        <Check size={16} aria-hidden className="text-good" />
      ) : (
        <span aria-hidden className="size-1 rounded-full bg-line-strong opacity-60" />
      )}
      <span className="sr-only">{t(on ? 'common.yes' : 'common.no')}</span>
    </span>
  )
}

interface TickProps {
  label: string
  state: boolean | 'mixed'
  onChange: (on: boolean) => void
  locked?: string
  words?: ReactNode
  /** The words stand over the box, as in the head of a column. */
  below?: boolean
  /** At the left of its cell, in line with those that have words. */
  left?: boolean
  tabIndex: number
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

function Tick({ label, state, onChange, locked, words, below, left, ...stop }: TickProps) {
  return (
    <label
      title={locked}
      className={cn(
        'inline-flex min-h-7 min-w-7 items-center gap-2',
        words || left ? 'justify-start' : 'justify-center',
        below && 'flex-col-reverse gap-0.5 py-1.5',
        locked && 'relative',
      )}
    >
      <input
        type="checkbox"
        aria-label={locked ? `${label}. ${locked}` : label}
        aria-disabled={locked ? true : undefined}
        checked={state === true}
        ref={input => {
          if (input) input.indeterminate = state === 'mixed'
        }}
        onChange={event => {
          if (!(locked && state === true)) onChange(event.target.checked)
        }}
        className="block size-4 shrink-0 accent-accent"
        {...stop}
      />
      {words && <span className="min-w-0 wrap-anywhere">{words}</span>}
      {locked && <Lock size={10} aria-hidden className="absolute right-0 bottom-0 text-ink-faint" />}
    </label>
  )
}
