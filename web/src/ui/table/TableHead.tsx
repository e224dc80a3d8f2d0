/** The head of a column: its name, and the order of the list when it is clicked. */
import { ArrowDown, ArrowUp } from 'lucide-react'
import { cn } from '../cn'
import type { TableColumn } from './column'

interface HeadProps<T> {
  column: TableColumn<T>
  ordering?: string
  onOrder?: (ordering: string) => void
}

export function HeadCell<T>({ column, ordering, onOrder }: HeadProps<T>) {
  if (column.heads) return <HeadCells heads={column.heads} ordering={ordering} onOrder={onOrder} />
  const direction = directionOf(column, ordering)
  return (
    <th
      scope="col"
      aria-sort={column.sortable ? (direction ?? 'none') : undefined}
      className="h-9 border-line border-b px-2.5 text-left font-medium text-ink-soft text-sm first:pl-5 last:pr-5 lg:last:pr-8 lg:first:pl-8"
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
    <th
      scope="col"
      className="h-9 border-line border-b px-2.5 text-left font-medium text-ink-soft text-sm first:pl-3.5"
    >
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
