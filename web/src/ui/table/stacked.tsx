/** A table on a narrow screen: each row says its name, and under it what the other columns say. */
import type { TableColumn } from './column'

const MOST = 4

export function stacked<T>(columns: TableColumn<T>[]): TableColumn<T>[] {
  const name = columns.find(column => column.grow) ?? columns[0]
  if (!name) return []
  const others = columns.filter(column => column !== name)
  const cell = (row: T) => {
    const told = others.filter(column => !column.isEmpty?.(row)).slice(0, MOST)
    return (
      <>
        <div className="truncate">{name.cell(row)}</div>
        {told.length > 0 && (
          <div className="flex items-center gap-2.5 overflow-hidden text-ink-soft text-sm">
            {told.map(column => (
              <span key={column.id} className="max-w-40 shrink-0 truncate last:shrink">
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
