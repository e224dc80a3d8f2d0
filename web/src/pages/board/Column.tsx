import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Choice, Key, Resource, Row } from '@/api/model'
import { formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { usePresentRows } from '@/resource/past/usePresent'
import { useSince } from '@/resource/past/useSince'
import { tone } from '@/resource/value/tone'
import type { Tone } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { cn } from '@/ui/cn'
import { Skeleton } from '@/ui/States'
import { Card } from './Card'
import { useColumn } from './useColumn'
import type { Moved } from './useMove'

const DOTS: Record<Tone, string> = {
  neutral: 'bg-line-strong',
  good: 'bg-good',
  warn: 'bg-warn',
  bad: 'bg-bad',
  info: 'bg-info',
  accent: 'bg-accent',
}

interface Props {
  resource: Resource
  status: Choice
  name: string
  params: Record<string, string>
  ordering: string
  moved: ReadonlyMap<string, Moved>
  active: string | null
  onActive: (id: string) => void
  dragged: Row | null
  onDrag?: (row: Row | null) => void
  onDrop: () => void
  onKeyDown: (event: KeyboardEvent, row: Row) => void
  targets?: { key: Key; name: string }[]
  onMove: (row: Row, to: Key) => void
  face: (row: Row) => ReactNode
  edge?: (row: Row) => string | undefined
  shown: readonly string[]
  summary?: (rows: Row[]) => ReactNode
  /** How many cards it will have, before they are loaded: an empty column is narrow from the start. */
  expected: number
}

export function Column(props: Props) {
  const { resource, status, name, params, ordering, moved, dragged, onDrop, summary } = props
  const { t } = useTranslation()
  const list = useColumn(resource.path, params, status.key, ordering)
  const present = usePresentRows(resource.path, list.rows)
  const since = useSince(resource, props.shown)
  const [over, setOver] = useState(false)

  // A card that was just moved is shown in its new place.
  const arrived = [...moved.values()].filter(one => one.to === status.key).map(one => one.row)
  const stayed = list.rows.filter(row => !moved.has(row.id))
  const left = list.rows.filter(row => moved.get(row.id) && moved.get(row.id)?.to !== status.key).length
  const known = list.rows.filter(row => moved.get(row.id)?.to === status.key).length
  const rows = [...arrived, ...stayed]
  const count = (list.pending ? props.expected : list.count) - left + arrived.length - known

  const here = rows.some(row => row.id === props.active)
  const target = over && dragged && dragged.status !== status.key
  const drop = {
    onDragOver: (event: React.DragEvent) => {
      if (!dragged) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'move'
      setOver(true)
    },
    onDragLeave: (event: React.DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
    },
    onDrop: (event: React.DragEvent) => {
      event.preventDefault()
      setOver(false)
      onDrop()
    },
  }
  const dot = (
    <span aria-hidden className={cn('size-2 shrink-0 rounded-full', DOTS[tone(status.key, status.label)])} />
  )
  // An empty column keeps its place but not its width; it opens for a card that is dragged over it.
  if ((!list.pending || props.expected === 0) && !list.error && rows.length === 0 && !target) {
    return (
      <section
        {...drop}
        data-column={status.key}
        aria-label={t('board.column', { name, count: 0 })}
        className={cn(
          'flex w-11 shrink-0 snap-start flex-col items-center gap-2.5 rounded-lg border border-line border-dashed py-3 text-ink-soft transition-colors',
          dragged && 'border-line-strong bg-hover',
        )}
      >
        {dot}
        <span className="tabular text-sm">0</span>
        <h2 className="rotate-180 whitespace-nowrap font-medium text-sm [writing-mode:vertical-rl]">
          {name}
        </h2>
      </section>
    )
  }
  return (
    <section
      {...drop}
      data-column={status.key}
      aria-label={t('board.column', { name, count })}
      className={cn(
        'flex w-[min(18.5rem,82vw)] shrink-0 snap-start flex-col rounded-lg bg-bg transition-colors',
        target && 'bg-accent-soft ring-2 ring-accent',
      )}
    >
      <header className="flex items-center gap-2 px-3 pt-2.5 pb-2">
        {dot}
        <h2 className="truncate font-semibold text-base">{name}</h2>
        <span className="tabular rounded-full bg-sunken px-1.5 text-ink-soft text-sm">
          {formatNumber(count)}
        </span>
      </header>
      {/* Its place is kept until it is known, so that the cards do not move. */}
      {summary && (list.pending || (!list.more && rows.length > 0)) && (
        <div className="min-h-3.5 px-3 pb-2">{!list.pending && summary(rows)}</div>
      )}
      {list.error && (
        <div className="flex flex-col items-start gap-2 px-3 py-2 text-bad">
          <p>{list.error.message}</p>
          <Button size="sm" onClick={list.retry}>
            {t('common.retry')}
          </Button>
        </div>
      )}
      <ul
        aria-busy={list.pending || undefined}
        className="flex min-h-16 grow flex-col gap-2 overflow-y-auto px-2 pb-3"
      >
        {list.pending && <Waiting count={props.expected} />}
        {rows.map((row, at) => (
          <Card
            key={row.id}
            {...props}
            row={row}
            tabbable={here ? props.active === row.id : at === 0}
            waiting={moved.has(row.id)}
            since={since(row, present.get(row.id))}
          />
        ))}
        {list.more && <More onMore={list.more} left={list.count - list.rows.length} />}
      </ul>
    </section>
  )
}

/** Loads on when it comes into sight, or is pressed. */
function More({ onMore, left }: { onMore: () => void; left: number }) {
  const { t } = useTranslation()
  const box = useRef<HTMLLIElement>(null)
  const latest = useRef(onMore)
  latest.current = onMore
  useEffect(() => {
    const element = box.current
    if (!element) return
    const watch = new IntersectionObserver(found => {
      if (found.some(entry => entry.isIntersecting)) latest.current()
    })
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  return (
    <li ref={box} className="flex justify-center pt-1">
      <Button size="sm" look="quiet" onClick={onMore}>
        {t('board.more', { count: left })}
      </Button>
    </li>
  )
}

/** In the place of the cards, so that the list itself does not move when they come. */
function Waiting({ count }: { count: number }) {
  return Array.from({ length: Math.min(count, 3) }, (_, at) => (
    <li key={at}>
      <Skeleton className="h-24 rounded-md" />
    </li>
  ))
}
