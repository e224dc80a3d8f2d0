/** A tree of requirements that folds, worked with the keyboard like any tree: arrows, Home, End, Enter. */
import { ChevronRight, CircleAlert, CircleHelp } from 'lucide-react'
import { type DragEvent, type KeyboardEvent, useRef, useState } from 'react'
import { formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { plain } from '@/resource/value/Value'
import { cn } from '@/ui/cn'
import type { Line, Requirement } from './tree'

/** What can be done with the tree where it is edited. */
export interface TreeEdits {
  step: (id: string, direction: 'up' | 'down' | 'in' | 'out') => void
  /** Whether something can be dropped there. */
  canDrop: (id: string, target: string, where: Where) => boolean
  drop: (id: string, target: string, where: Where) => void
  remove: (id: string) => void
}

export type Where = 'before' | 'inside' | 'after'

interface Props {
  label: string
  lines: Line[]
  chosen?: string
  onChoose: (node: Requirement) => void
  onFold: (id: string, open: boolean) => void
  edits?: TreeEdits
  /** How many problems a node has. */
  problems?: (id: string) => number
}

/** Held with Alt, the arrows move the node instead of going to another one. */
const STEPS = { ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'in', ArrowLeft: 'out' } as const

/** The name, or what stands for one. */
export const nameOf = (node: Pick<Requirement, 'name' | 'description' | 'ref_id'>): string =>
  node.name || (node.description ? plain(node.description) : '') || node.ref_id || ''

export function RequirementTree({ label, lines, chosen, onChoose, onFold, edits, problems }: Props) {
  const tree = useRef<HTMLUListElement>(null)
  const dragging = useDragging(edits)
  const [reached, setReached] = useState<string | undefined>()
  const at = Math.max(
    0,
    lines.findIndex(line => line.node.id === (reached ?? chosen)),
  )
  const go = (to: number) => {
    const line = lines[Math.max(0, Math.min(lines.length - 1, to))]
    if (!line) return
    setReached(line.node.id)
    tree.current?.querySelector<HTMLElement>(`[data-node="${line.node.id}"]`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const line = lines[at]
    if (event.ctrlKey || event.metaKey || !line) return
    if (event.altKey) {
      const direction = STEPS[event.key as keyof typeof STEPS]
      if (!edits || !direction) return
      event.preventDefault()
      edits.step(line.node.id, direction)
      // A branch that goes into another one is shown there.
      if (direction === 'in') setReached(line.node.id)
      return
    }
    const { node, depth, open } = line
    const keys: Record<string, () => void> = {
      ArrowDown: () => go(at + 1),
      j: () => go(at + 1),
      ArrowUp: () => go(at - 1),
      k: () => go(at - 1),
      Home: () => go(0),
      End: () => go(lines.length - 1),
      ArrowRight: () => (node.children.length > 0 && !open ? onFold(node.id, true) : go(at + 1)),
      ArrowLeft: () =>
        open
          ? onFold(node.id, false)
          : go(lines.findLastIndex((other, place) => place < at && other.depth < depth)),
      Enter: () => onChoose(node),
      ' ': () => onChoose(node),
      ...(edits && { Delete: () => edits.remove(node.id) }),
    }
    const run = keys[event.key]
    if (!run) return
    event.preventDefault()
    run()
  }
  return (
    <ul ref={tree} role="tree" aria-label={label} onKeyDown={onKeyDown} className="text-sm">
      {lines.map((line, place) => (
        <TreeLine
          key={line.node.id}
          line={line}
          chosen={line.node.id === chosen}
          current={place === at}
          onFocus={() => setReached(line.node.id)}
          onChoose={() => onChoose(line.node)}
          onFold={() => onFold(line.node.id, !line.open)}
          problems={problems?.(line.node.id) ?? 0}
          dragging={edits && dragging}
        />
      ))}
    </ul>
  )
}

type Dragging = ReturnType<typeof useDragging>

/** A line is dragged to the edge of another one to stand beside it, or on it to go inside. */
function useDragging(edits: TreeEdits | undefined) {
  const [held, setHeld] = useState<string | null>(null)
  const [over, setOver] = useState<{ id: string; where: Where } | null>(null)
  const end = () => {
    setHeld(null)
    setOver(null)
  }
  const whereIn = (event: DragEvent): Where => {
    const { top, height } = event.currentTarget.getBoundingClientRect()
    const share = (event.clientY - top) / height
    return share < 0.3 ? 'before' : share > 0.7 ? 'after' : 'inside'
  }
  return {
    held,
    over,
    handlers: (id: string) => ({
      draggable: true,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', id)
        setHeld(id)
      },
      onDragOver: (event: DragEvent) => {
        const where = whereIn(event)
        if (!held || !edits?.canDrop(held, id, where)) return setOver(null)
        event.preventDefault()
        if (over?.id !== id || over.where !== where) setOver({ id, where })
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        if (held && over?.id === id) edits?.drop(held, id, over.where)
        end()
      },
      onDragEnd: end,
    }),
  }
}

const DROPPED: Record<Where, string> = {
  before: 'before:absolute before:inset-x-0 before:-top-px before:h-0.5 before:bg-accent',
  inside: 'outline-2 outline-accent',
  after: 'after:absolute after:inset-x-0 after:-bottom-px after:h-0.5 after:bg-accent',
}

interface LineProps {
  problems: number
  dragging?: Dragging
  line: Line
  chosen: boolean
  current: boolean
  onFocus: () => void
  onChoose: () => void
  onFold: () => void
}

function TreeLine({ line, chosen, current, onFocus, onChoose, onFold, problems, dragging }: LineProps) {
  const { t } = useTranslation()
  const { node, depth, open, count } = line
  const parent = node.children.length > 0
  const name = node.name || (node.description ? plain(node.description) : '')
  return (
    <li
      role="treeitem"
      aria-level={depth + 1}
      aria-expanded={parent ? open : undefined}
      aria-selected={chosen}
      data-node={node.id}
      tabIndex={current ? 0 : -1}
      onFocus={onFocus}
      onClick={onChoose}
      {...dragging?.handlers(node.id)}
      className={cn(
        'relative flex min-h-9 cursor-pointer scroll-mt-16 items-center gap-2 border-line border-t py-1.5 pr-3 outline-offset-[-2px] first:border-t-0',
        chosen ? 'bg-accent-soft shadow-[inset_3px_0_var(--accent)]' : 'hover:bg-hover',
        depth === 0 && parent && !chosen && 'bg-bg',
        dragging?.held === node.id && 'opacity-50',
        dragging?.over?.id === node.id && DROPPED[dragging.over.where],
      )}
      style={{ paddingLeft: `${0.5 + depth * 1.125}rem` }}
    >
      <span
        aria-hidden
        className={cn('grid size-6 shrink-0 place-items-center rounded', parent && 'hover:bg-sunken')}
        onClick={event => {
          if (!parent) return
          event.stopPropagation()
          onFold()
        }}
      >
        {parent && (
          <ChevronRight
            size={15}
            className={cn('text-ink-faint transition-transform', open && 'rotate-90')}
          />
        )}
      </span>
      {node.ref_id && (
        <span
          className={cn(
            'tabular min-w-9 max-w-40 shrink-0 truncate',
            node.assessable ? 'text-ink-soft' : 'font-semibold',
          )}
        >
          {node.ref_id}
        </span>
      )}
      <span
        className={cn(
          'line-clamp-2 min-w-0 grow',
          node.assessable ? (node.name ? 'font-medium' : '') : 'font-semibold',
          node.is_retired && 'text-ink-faint line-through',
        )}
      >
        {name}
      </span>
      {problems > 0 && (
        <span className="flex shrink-0 items-center gap-1 font-medium text-bad text-xs">
          <CircleAlert size={13} aria-hidden />
          <span className="tabular">{problems}</span>
          <span className="sr-only">{t('draft.problems', { count: problems })}</span>
        </span>
      )}
      {node.is_retired && <span className="shrink-0 text-ink-faint text-xs">{t('framework.retired')}</span>}
      {(node.questions ?? 0) > 0 && (
        <span className="flex shrink-0 items-center gap-1 text-ink-faint text-xs">
          <CircleHelp size={13} aria-hidden />
          <span className="tabular">{node.questions}</span>
          <span className="sr-only">{t('framework.questions', { count: node.questions })}</span>
        </span>
      )}
      {parent && (
        <span className="tabular shrink-0 text-ink-faint text-xs">
          <span aria-hidden>{formatNumber(count)}</span>
          <span className="sr-only">{t('framework.requirements', { count })}</span>
        </span>
      )}
    </li>
  )
}
