/** A table on a narrow screen: each row shows its name, and under it the other columns. */
import { cn } from '../cn'
import type { TableColumn } from './column'

const MOST = 4
/** A column this wide has more to say than a word. */
const WIDE = 240
/** Due dates: they come before merely descriptive columns. */
const DATED = /^(eta|due_date|expiry_date|due_at)$/
/** When a row was last changed comes last. */
const TOUCHED = /^(created|updated)_at$/
const place = ({ id }: { id: string }) => (DATED.test(id) ? 0 : TOUCHED.test(id) ? 2 : 1)

export function stacked<T>(columns: TableColumn<T>[]): TableColumn<T>[] {
  const name = columns.find(column => column.grow) ?? columns[0]
  if (!name) return []
  const others = columns.filter(column => column !== name)
  const cell = (row: T) => {
    const told = [...others]
      .sort((a, b) => place(a) - place(b))
      .filter(column => !column.isEmpty?.(row))
      .slice(0, MOST)
    return (
      <>
        <div className="truncate">{name.cell(row)}</div>
        {told.length > 0 && (
          // What does not fit wraps to a hidden line: a date is shown in full or not at all.
          <div className="flex h-6 flex-wrap items-center gap-x-2.5 overflow-hidden text-ink-soft text-sm">
            {told.map(column => (
              <span
                key={column.id}
                className={cn(
                  'flex h-6 items-center truncate',
                  column.width > WIDE ? 'max-w-full' : 'max-w-40',
                )}
              >
                {column.cell(row)}
              </span>
            ))}
          </div>
        )}
      </>
    )
  }
  return [{ ...name, cell, editor: undefined, heads: [name, ...others] }]
}
