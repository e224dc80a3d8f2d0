/**
 * The widgets on their grid. While it is edited, each can be dragged by its head and resized at its corner, or with the arrow
 * keys on the buttons there. On a phone they lie under each other.
 */
import { GripVertical, MoveDiagonal2 } from 'lucide-react'
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'
import { useFrame } from '@/ui/useFrame'
import { type Box, byPlace, COLUMNS, changed, type Direction, stepped, stretched } from './places'
import type { Editing } from './useEditing'

/** In pixels. */
export const ROW = 60
export const GAP = 16

const ARROWS: Record<string, Direction> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

interface Drag {
  kind: 'move' | 'size'
  box: Box
  base: Box[]
  /** Where the pointer was, on the grid. */
  x: number
  y: number
}

/** What the head of a widget needs to be moved with. */
export interface Handle {
  grip: ReactNode
  onPointerDown?: (event: PointerEvent<HTMLElement>) => void
}

interface Props {
  boxes: Box[]
  name: (id: string) => string
  /** Left out while it is only looked at. */
  editing?: Editing
  /** The height of a row, where it is made to fit a screen. */
  row?: number
  children: (id: string, handle?: Handle) => ReactNode
}

export function Grid({ boxes, name, editing, row = ROW, children }: Props) {
  const { t } = useTranslation()
  const help = useId()
  const grid = useRef<HTMLUListElement>(null)
  const drag = useRef<Drag | null>(null)
  const [held, setHeld] = useState<string | null>(null)
  const [told, setTold] = useState('')
  const stacked = useFrame() === 'narrow'
  const order = useOrder(boxes, !!editing)

  const at = (event: PointerEvent) => {
    const rect = grid.current?.getBoundingClientRect()
    return {
      x: event.clientX - (rect?.left ?? 0),
      y: event.clientY - (rect?.top ?? 0),
      width: rect?.width ?? 1,
    }
  }
  const take = (event: PointerEvent<HTMLElement>, box: Box, kind: Drag['kind']) => {
    if (!editing || event.button !== 0 || stacked) return
    // Other buttons in the head have their own meaning.
    const button = event.target instanceof Element && event.target.closest('button, a')
    if (button && !button.hasAttribute('data-handle')) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    const { x, y } = at(event)
    drag.current = { kind, box, base: editing.boxes, x, y }
    setHeld(box.id)
  }
  const target = (event: PointerEvent): Box[] | null => {
    const now = drag.current
    if (!now) return null
    const { x, y, width } = at(event)
    const columns = Math.round((x - now.x) / ((width + GAP) / COLUMNS))
    const rows = Math.round((y - now.y) / (row + GAP))
    const { box } = now
    const change =
      now.kind === 'move'
        ? { x: box.x + columns, y: box.y + rows }
        : { w: Math.min(COLUMNS - box.x, box.w + columns), h: box.h + rows }
    return changed(now.base, box.id, change)
  }
  const drop = (event: PointerEvent | null) => {
    const boxes = event && target(event)
    drag.current = null
    setHeld(null)
    if (boxes) editing?.commit(boxes)
    else editing?.preview(null)
  }
  const onPointer = {
    onPointerMove: (event: PointerEvent) => {
      const boxes = target(event)
      if (boxes) editing?.preview(boxes)
    },
    onPointerUp: (event: PointerEvent) => drag.current && drop(event),
    onPointerCancel: () => drag.current && drop(null),
  }
  useEffect(() => {
    if (!held) return
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopImmediatePropagation()
      drag.current = null
      setHeld(null)
      editing?.preview(null)
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [held, editing])

  const onKey = (event: KeyboardEvent, id: string, kind: Drag['kind']) => {
    const direction = ARROWS[event.key]
    if (!editing || !direction || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const sizes = kind === 'size' || event.shiftKey
    const next = (sizes ? stretched : stepped)(editing.boxes, id, direction)
    editing.commit(next, `${sizes ? 'size' : 'move'} ${id}`)
    const box = next.find(one => one.id === id)
    if (box)
      setTold(
        t('dashboard.lies', {
          column: box.x + 1,
          row: box.y + 1,
          width: box.w,
          height: box.h,
          name: name(id),
        }),
      )
  }
  const handleOf = (box: Box): Handle | undefined =>
    editing && !stacked
      ? {
          onPointerDown: event => take(event, box, 'move'),
          grip: (
            <button
              type="button"
              data-handle
              aria-label={t('dashboard.move', { name: name(box.id) })}
              aria-describedby={help}
              aria-keyshortcuts="ArrowLeft ArrowRight ArrowUp ArrowDown Shift+ArrowLeft Shift+ArrowRight Shift+ArrowUp Shift+ArrowDown"
              onKeyDown={event => onKey(event, box.id, 'move')}
              className="-ml-1.5 grid h-6 w-6 shrink-0 cursor-grab touch-none place-items-center rounded-sm text-ink-faint hover:bg-hover hover:text-ink active:cursor-grabbing"
            >
              <GripVertical size={15} aria-hidden />
            </button>
          ),
        }
      : undefined
  return (
    <>
      {editing && (
        <>
          <p id={help} className="sr-only">
            {t('dashboard.keys')}
          </p>
          <p role="status" className="sr-only">
            {told}
          </p>
        </>
      )}
      <ul
        ref={grid}
        style={stacked ? { gap: GAP } : { gap: GAP, gridAutoRows: row }}
        className={cn('relative grid', stacked ? 'grid-cols-2' : 'grid-cols-12', held && 'select-none')}
        {...onPointer}
      >
        {order.map(id => {
          const box = boxes.find(one => one.id === id)
          if (!box) return null
          return (
            <li
              key={id}
              data-widget={id}
              style={
                stacked
                  ? {
                      // Small numbers stand beside each other on a phone, too.
                      gridColumn: box.w <= 3 ? 'span 1' : 'span 2',
                      height: box.h * ROW + (box.h - 1) * GAP,
                    }
                  : { gridColumn: `${box.x + 1} / span ${box.w}`, gridRow: `${box.y + 1} / span ${box.h}` }
              }
              className={cn(
                'relative min-w-0 break-inside-avoid',
                held === id && 'z-10 rounded-lg shadow-md ring-2 ring-accent',
              )}
            >
              {children(id, handleOf(box))}
              {editing && !stacked && (
                <button
                  type="button"
                  data-handle
                  aria-label={t('dashboard.resize', { name: name(id) })}
                  aria-describedby={help}
                  aria-keyshortcuts="ArrowLeft ArrowRight ArrowUp ArrowDown"
                  onPointerDown={event => take(event, box, 'size')}
                  onKeyDown={event => onKey(event, id, 'size')}
                  className="absolute right-1 bottom-1 grid size-6 cursor-nwse-resize touch-none place-items-center rounded-sm bg-raised text-ink-faint hover:bg-hover hover:text-ink"
                >
                  <MoveDiagonal2 size={14} aria-hidden />
                </button>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}

/**
 * The order in the document: as they lie. While they are moved about it stays, since an element that changes its place there
 * loses the pointer and the focus.
 */
function useOrder(boxes: Box[], frozen: boolean): string[] {
  const kept = useRef<string[]>([])
  const present = [...boxes].sort(byPlace).map(box => box.id)
  kept.current = frozen
    ? [
        ...kept.current.filter(id => present.includes(id)),
        ...present.filter(id => !kept.current.includes(id)),
      ]
    : present
  return kept.current
}
