/**
 * Objects as cards in a column for each status. A card is dragged, or moved with the keyboard:
 * arrows go from card to card, Shift with an arrow takes the card along, M opens its menu.
 */
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { Key, Resource, Row } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { Skeleton } from '@/ui/States'
import { Column } from './Column'
import { columnsOf, statusField, withoutStatus } from './statuses'
import { useCounts } from './useColumn'
import { useMove } from './useMove'

export interface Props {
  resource: Resource
  params: Record<string, string>
  /** The order of the cards, as the API takes it. */
  ordering: string
  /** What a card shows under its title. */
  face: (row: Row) => ReactNode
  /** A colour along the edge of a card. */
  edge?: (row: Row) => string | undefined
  /** Fields shown on a card; in the past, those that are different now are marked. */
  shown: readonly string[]
  /** Over the cards of a column whose cards are all loaded. */
  summary?: (rows: Row[]) => ReactNode
}

export function Board({ resource, params, ordering, face, edge, shown, summary }: Props) {
  const { t } = useTranslation()
  const labels = useLabels()
  const board = useRef<HTMLDivElement>(null)
  const { moved, move } = useMove(resource)
  const [dragged, setDragged] = useState<Row | null>(null)
  const [active, setActive] = useState<string | null>(null)
  const [follow, setFollow] = useState<string | null>(null)
  const columns = useMemo(() => columnsOf(resource, params), [resource, params])
  const filters = useMemo(() => withoutStatus(params), [params])
  const chosen = params.ordering === resource.order ? ordering : (params.ordering ?? ordering)
  const field = statusField(resource)
  const counts = useCounts(resource.path, filters)
  const movable = resource.permissions.change && !resource.read_only
  const names = columns.map(column => labels.choice(resource, field, column))

  const focusCard = (id: string) =>
    board.current?.querySelector<HTMLElement>(`[data-card="${id}"] [data-title]`)?.focus()

  // A card moved with the keyboard keeps the focus in its new column.
  useEffect(() => {
    if (!follow || !moved.has(follow)) return
    const frame = requestAnimationFrame(() => {
      board.current?.querySelector<HTMLElement>(`[data-card="${follow}"] [data-title]`)?.focus()
      setFollow(null)
    })
    return () => cancelAnimationFrame(frame)
  }, [follow, moved])

  const moveTo = (row: Row, to: Key | undefined) => {
    if (to === undefined || !movable) return
    setActive(row.id)
    setFollow(row.id)
    void move(row, to)
  }

  const onKeyDown = (event: KeyboardEvent, row: Row) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const at = columns.findIndex(column => column.key === row.status)
    const sideways = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (sideways && event.shiftKey) {
      event.preventDefault()
      moveTo(row, columns[at + sideways]?.key)
    } else {
      const next = neighbour(board.current, row.id, event.key)
      if (!next) return
      event.preventDefault()
      setActive(next)
      focusCard(next)
    }
  }

  return (
    <div className="flex min-h-0 grow flex-col">
      {movable && (
        <p className="hidden px-8 pb-2 text-ink-faint text-sm lg:block" id="board-help">
          {t('board.help')}
        </p>
      )}
      <div
        ref={board}
        role="group"
        aria-label={t('board.label', { name: labels.plural(resource) })}
        aria-describedby={movable ? 'board-help' : undefined}
        data-scroll
        className="flex min-h-0 grow snap-x scroll-px-5 gap-3 overflow-x-auto overflow-y-hidden px-5 pb-4 max-lg:min-h-[28rem] lg:snap-none lg:px-8"
      >
        {counts.isPending && <Skeleton className="h-full w-full rounded-lg" />}
        {!counts.isPending &&
          columns.map((column, at) => (
            <Column
              key={column.key}
              resource={resource}
              status={column}
              name={names[at] ?? ''}
              params={filters}
              ordering={chosen}
              moved={moved}
              active={active}
              onActive={setActive}
              dragged={dragged}
              onDrag={movable ? setDragged : undefined}
              onDrop={() => {
                if (dragged) void move(dragged, column.key)
                setDragged(null)
              }}
              onKeyDown={onKeyDown}
              targets={
                movable
                  ? columns.map((target, at) => ({ key: target.key, name: names[at] ?? '' }))
                  : undefined
              }
              onMove={moveTo}
              face={face}
              edge={edge}
              shown={shown}
              summary={summary}
              expected={counts.data?.get(String(column.key)) ?? 0}
            />
          ))}
      </div>
    </div>
  )
}

/**
 * The card that an arrow key leads to: the next in the column, or the one at the same height in the next
 * non-empty column.
 */
function neighbour(board: HTMLElement | null, id: string, key: string): string | undefined {
  const columns = [...(board?.querySelectorAll('[data-column]') ?? [])].map(column =>
    [...column.querySelectorAll<HTMLElement>('[data-card]')].map(card => card.dataset.card ?? ''),
  )
  const column = columns.findIndex(cards => cards.includes(id))
  const cards = columns[column]
  if (!cards) return undefined
  const row = cards.indexOf(id)
  if (key === 'ArrowDown' || key === 'j') return cards[row + 1]
  if (key === 'ArrowUp' || key === 'k') return cards[row - 1]
  if (key === 'Home') return cards[0]
  if (key === 'End') return cards.at(-1)
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key]
  if (!step) return undefined
  for (let at = column + step; at >= 0 && at < columns.length; at += step) {
    const there = columns[at]
    if (there && there.length > 0) return there[Math.min(row, there.length - 1)]
  }
  return undefined
}
