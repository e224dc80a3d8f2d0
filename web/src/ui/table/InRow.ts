/**
 * Whether something stands in a row of a table, and whether Tab stops in that row. The links of all
 * other rows are passed over: a list of ten thousand would have no end otherwise.
 */
import { createContext, useContext } from 'react'

export const InRow = createContext<'current' | 'other' | null>(null)

/** The `tabIndex` of a link or button that may stand in a row. */
export function useRowTab(): -1 | undefined {
  return useContext(InRow) === 'other' ? -1 : undefined
}
