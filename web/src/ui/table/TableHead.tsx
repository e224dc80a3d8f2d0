/** The header of a column: its name, and sorting on click. */
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslation } from '@/i18n/react'
import { cn } from '../cn'
import type { TableColumn } from './column'

interface HeadProps<T> {
  column: TableColumn<T>
  ordering?: string
  onOrder?: (ordering: string) => void
  /** The names of columns that there is no room for. */
  hidden?: string[]
}

export function HeadCell<T>({ column, ordering, onOrder, hidden = [] }: HeadProps<T>) {
  if (column.heads) return <Sorting heads={column.heads} ordering={ordering} onOrder={onOrder} />
  const direction = directionOf(column, ordering)
  return (
    <th
      scope="col"
      aria-sort={column.sortable ? (direction ?? 'none') : undefined}
      className={cn(
        'h-9 border-line border-b px-2.5 font-medium text-ink-soft text-sm first:pl-5 last:pr-5 lg:last:pr-8 lg:first:pl-8',
        column.right ? 'text-right' : 'text-left',
      )}
      style={{ width: column.grow ? undefined : column.width }}
    >
      <span className={cn('flex items-center gap-2', column.right && 'justify-end')}>
        <Head column={column} ordering={ordering} onOrder={onOrder} />
        {hidden.length > 0 && <Hidden names={hidden} />}
      </span>
    </th>
  )
}

/** Over a column that stands for several: what its rows are sorted by. */
function Sorting<T>({
  heads,
  ordering,
  onOrder,
}: Omit<HeadProps<T>, 'column'> & { heads: TableColumn<T>[] }) {
  const { t } = useTranslation()
  const sortable = heads.filter(column => column.sortable)
  const by = sortable.find(column => directionOf(column, ordering))
  const isDown = by && directionOf(by, ordering) === 'descending'
  const Arrow = isDown ? ArrowDown : ArrowUp
  return (
    <th scope="col" className="h-11 border-line border-b px-2.5 text-left font-medium text-ink-soft text-sm">
      {onOrder && sortable.length > 0 && (
        <span className="flex items-center">
          <select
            aria-label={t('list.sortBy')}
            value={by?.id ?? ''}
            onChange={event => onOrder(event.target.value)}
            className="-ml-1 min-h-9 min-w-0 rounded-md bg-transparent pr-1"
          >
            {!by && <option value="">{t('list.sortBy')}</option>}
            {sortable.map(column => (
              <option key={column.id} value={column.id}>
                {column.label}
              </option>
            ))}
          </select>
          {by && (
            <button
              type="button"
              aria-label={t('list.reverse')}
              onClick={() => onOrder(isDown ? by.id : `-${by.id}`)}
              className="grid size-9 place-items-center rounded-md text-accent-text"
            >
              <Arrow size={15} aria-hidden />
            </button>
          )}
        </span>
      )}
    </th>
  )
}

/** Says which columns were left out, so that nobody misses them unknowingly. */
function Hidden({ names }: { names: string[] }) {
  const { t } = useTranslation()
  const words = t('list.hiddenColumns', { count: names.length, names: names.join(', ') })
  return (
    <span title={words} className="ml-auto shrink-0 cursor-default font-normal text-ink-faint text-xs">
      <span aria-hidden>+{names.length}</span>
      <span className="sr-only">{words}</span>
    </span>
  )
}

function directionOf<T>(column: TableColumn<T>, ordering?: string): 'ascending' | 'descending' | undefined {
  const first = ordering?.split(',')[0]
  return first === column.id ? 'ascending' : first === `-${column.id}` ? 'descending' : undefined
}

function Head<T>({ column, ordering, onOrder }: HeadProps<T>) {
  const direction = directionOf(column, ordering)
  const Arrow = direction === 'descending' ? ArrowDown : ArrowUp
  if (!column.sortable || !onOrder) return <span className="block min-w-0 truncate">{column.label}</span>
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
