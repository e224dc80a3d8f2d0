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
  return { shown, hidden }
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
