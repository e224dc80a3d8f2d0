/** What the parts of the page share: the audit, its requirements, and what may be done with them. */
import { createContext, useContext } from 'react'
import type { Resource } from '@/api/model'
import type { Audit } from './api'
import type { Assignment, ByRow } from './assign/model'
import type { Tally } from './model/progress'
import type { Node, Result } from './model/tree'
import type { Saving } from './useSaving'

export interface Work {
  audit: Audit
  /** The resource of the rows, which hold the results. */
  rows: Resource
  nodes: Node[]
  sections: Node[]
  byId: ReadonlyMap<string, Node>
  tallies: ReadonlyMap<string, Tally>
  total: Tally
  /** The lines that are shown, and the open one. */
  shown: Node[]
  chosen: Node | null
  choose: (id: string | null) => void
  folded: ReadonlySet<string>
  fold: (id: string) => void
  saving: Saving
  /** Whether results may be set: the reader may, and the audit is not locked. */
  editable: boolean
  scored: boolean
  setResult: (node: Node, result: Result) => void
  setScore: (node: Node, score: number | null) => void
  /** Who answers what. */
  assignments: Assignment[]
  assignedTo: ByRow
  mayAssign: boolean
  /** Opens the dialog that gives rows to people. */
  assign: (rows: string[]) => void
  /** Whether lines have boxes to tick, and those that are ticked. */
  selecting: boolean
  setSelecting: (on: boolean) => void
  selection: ReadonlySet<string>
  select: (ids: string[], on: boolean) => void
}

const Context = createContext<Work | null>(null)
export const WorkProvider = Context.Provider

export function useWork(): Work {
  const work = useContext(Context)
  if (!work) throw new Error('outside the page of an audit')
  return work
}

/** The lowest and highest score of a requirement. */
export const rangeOf = (node: Node, audit: Audit) => ({
  min: node.min_score ?? audit.min_score ?? 0,
  max: node.max_score ?? audit.max_score ?? 100,
})
