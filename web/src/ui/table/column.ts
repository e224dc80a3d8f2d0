import type { ReactNode } from 'react'

export interface TableColumn<T> {
  id: string
  label: string
  width: number
  /** Takes the remaining room. */
  grow?: boolean
  /** Its values are often truncated; it gets some of the remaining room. */
  stretches?: boolean
  /** Numbers are right-aligned. */
  right?: boolean
  sortable?: boolean
  cell: (row: T) => ReactNode
  /** Draws the editor of a cell; without it the cell cannot be edited. */
  editor?: (row: T, done: (step?: 1 | -1) => void) => ReactNode
  /** Whether it is empty for a row; narrow screens leave it out then. */
  isEmpty?: (row: T) => boolean
  /** The columns that this one stands for. */
  heads?: TableColumn<T>[]
}
