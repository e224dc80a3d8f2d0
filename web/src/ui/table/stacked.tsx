/** A table on a narrow screen: each row says its name, and under it what the other columns say. */
import type { TableColumn } from './column'

const MOST = 4
/** Columns of days that something hangs on: they are told before what merely describes. */
const DATED = /(^|_)(eta|due|due_date|expiry_date|ended_at|at)$/

export function stacked<T>(columns: TableColumn<T>[]): TableColumn<T>[] {
  const name = columns.find(column => column.grow) ?? columns[0]
  if (!name) return []
  const others = columns.filter(column => column !== name)
  const cell = (row: T) => {
    const told = [...others]
      .sort((a, b) => Number(DATED.test(b.id)) - Number(DATED.test(a.id)))
      .filter(column => !column.isEmpty?.(row))
      .slice(0, MOST)
    return (
      <>
        <div className="truncate">{name.cell(row)}</div>
        {told.length > 0 && (
          // What has no room goes to a line that is not seen: a date is told in full or not at all.
          <div className="flex h-6 flex-wrap items-center gap-x-2.5 overflow-hidden text-ink-soft text-sm">
            {told.map(column => (
              <span key={column.id} className="flex h-6 max-w-40 items-center truncate">
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
