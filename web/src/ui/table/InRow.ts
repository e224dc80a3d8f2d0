/**
 * Whether something is in a table row, and whether Tab stops in that row. The links of all other rows are
 * skipped: a list of ten thousand would otherwise have no end.
 */
import { createContext, useContext } from 'react'

export const InRow = createContext<'current' | 'other' | null>(null)

/** The `tabIndex` of a link or button that may be in a row. */
export function useRowTab(): -1 | undefined {
  return useContext(InRow) === 'other' ? -1 : undefined
}
