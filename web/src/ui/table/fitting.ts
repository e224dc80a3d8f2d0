/** Which columns a table has room for. */
import { type RefObject, useLayoutEffect, useState } from 'react'
import type { TableColumn } from './column'

/** A name can be read at this width; it takes whatever is left. */
const LEAST = 200

/**
 * A table never scrolls sideways: columns that do not fit are left out, from the right, and the table says
 * so. The name column stays.
 */
export function fitting<T>(columns: TableColumn<T>[], width: number) {
  const need = (column: TableColumn<T>) => (column.grow ? Math.min(LEAST, column.width) : column.width)
  const name = columns.find(column => column.grow) ?? columns[0]
  let left = width - (name ? need(name) : 0)
  const shown: TableColumn<T>[] = []
  const hidden: TableColumn<T>[] = []
  for (const column of columns) {
    if (column === name) shown.push(column)
    // Once one is left out, so are those after it: columns are left out from the right.
    else if (hidden.length === 0 && need(column) <= left) {
      left -= need(column)
      shown.push(column)
    } else hidden.push(column)
  }
  return { shown: roomy(shown, left, name), hidden }
}

/** At most so much more for each of them. */
const MORE = 72

/** Names of other things tend to be cut off: they get up to half of what the name of the row does not need. */
function roomy<T>(columns: TableColumn<T>[], left: number, name?: TableColumn<T>): TableColumn<T>[] {
  const cut = columns.filter(column => column.stretches)
  const spare = left - Math.max(0, (name?.width ?? 0) - LEAST)
  if (cut.length === 0 || spare <= 0) return columns
  const more = Math.min(MORE, Math.floor(spare / 2 / cut.length))
  return columns.map(column => (column.stretches ? { ...column, width: column.width + more } : column))
}

/** The width of an element, known before it is first seen. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const box = element.current
    if (!box) return
    setWidth(box.clientWidth)
    const watch = new ResizeObserver(() => setWidth(box.clientWidth))
    watch.observe(box)
    return () => watch.disconnect()
  }, [element])
  return width
}
