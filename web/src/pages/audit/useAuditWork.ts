/** Puts together what the page works with: the tree, what is shown of it, and how results are set. */
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useModel } from '@/api/model'
import { may, useUser } from '@/api/user'
import { type Audit, ROWS } from './api'
import { ASSIGNMENTS, assignmentsQuery } from './assign/api'
import { type Assignment, byRow } from './assign/model'
import { lines, unfoldTo } from './model/lines'
import { nextOpen } from './model/moves'
import { tallies, tally } from './model/progress'
import { counts, flatten, type Node, type Result, sectionsOf, statusFor, type Tree } from './model/tree'
import { useChosen, useFilter, useSearchState } from './usePage'
import { useSaving } from './useSaving'
import type { Work } from './work'

export function useAuditWork(audit: Audit, tree: Tree, assign: (rows: string[]) => void): Work {
  const rows = useModel().resources[ROWS]
  if (!rows) throw new Error(`no ${ROWS} in the model document`)
  const user = useUser()
  const saving = useSaving(audit.id)
  const nodes = useMemo(() => flatten(tree), [tree])
  const known = useMemo(
    () => ({
      sections: sectionsOf(nodes),
      byId: new Map(nodes.map(node => [node.id, node])),
      tallies: tallies(nodes),
      total: tally(nodes),
    }),
    [nodes],
  )
  const who = useAssignments(audit, nodes)
  const filter = useFilter(who.within)
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const [id, setChosen] = useChosen()
  const shown = useMemo(() => lines(nodes, folded, filter), [nodes, folded, filter])
  const latest = useRef({ nodes, shown })
  latest.current = { nodes, shown }
  const choose = useCallback(
    (next: string | null) => {
      setChosen(next)
      if (next) setFolded(now => unfoldTo(latest.current.nodes, now, next))
    },
    [setChosen],
  )
  const fold = useCallback(
    (branch: string) =>
      setFolded(now => {
        const next = new Set(now)
        if (!next.delete(branch)) next.add(branch)
        return next
      }),
    [],
  )
  const [selecting, setMode] = useState(false)
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set())
  const setSelecting = useCallback((on: boolean) => {
    setMode(on)
    if (!on) setSelection(new Set())
  }, [])
  const select = useCallback((ids: string[], on: boolean) => {
    setMode(true)
    setSelection(now => {
      const next = new Set(now)
      for (const one of ids)
        if (on) next.add(one)
        else next.delete(one)
      return next
    })
  }, [])
  const { set } = saving
  const setResult = useCallback(
    (node: Node, result: Result) => set(node, { result, ...statusFor(node, result) }),
    [set],
  )
  const setScore = useCallback(
    (node: Node, score: number | null) =>
      set(node, score === null || node.is_scored ? { score } : { is_scored: true, score }),
    [set],
  )
  const mayChange =
    rows.permissions.change && !rows.read_only && may(user, `change_${rows.model}`, audit.folder.id)
  return {
    audit,
    rows,
    nodes,
    ...known,
    shown,
    chosen: (id && known.byId.get(id)) || null,
    choose,
    folded,
    fold,
    saving,
    editable: mayChange && !audit.is_locked,
    scored: audit.scoring_enabled !== false,
    setResult,
    setScore,
    assignments: who.assignments,
    assignedTo: who.assignedTo,
    mayAssign: who.mayAssign && !audit.is_locked,
    assign,
    selecting,
    setSelecting,
    selection,
    select,
  }
}

/** Who answers what, and the rows that the address asks for: those of an assignment, or of nobody. */
function useAssignments(audit: Audit, nodes: readonly Node[]) {
  const resource = useModel().resources[ASSIGNMENTS]
  const user = useUser()
  const [{ assigned }] = useSearchState()
  const found = useQuery({ ...assignmentsQuery(audit.id), enabled: !!resource })
  const assignments = found.data ?? NONE
  const assignedTo = useMemo(() => byRow(assignments), [assignments])
  const within = useMemo(() => {
    if (!assigned || !found.data) return null
    const rows = nodes.filter(counts).map(node => node.ra_id as string)
    return new Set(
      rows.filter(row => {
        const own = assignedTo.get(row)
        return assigned === 'none' ? !own : own?.id === assigned
      }),
    )
  }, [assigned, assignedTo, nodes, found.data])
  const mayAssign = !!resource?.permissions.add && may(user, `add_${resource.model}`, audit.folder.id)
  return { assignments, assignedTo, within, mayAssign }
}

const NONE: Assignment[] = []

/** Sets a result from the keyboard, then goes on to the next one that has none. */
export function withGoingOn(work: Work): Work {
  return {
    ...work,
    setResult: (node, result) => {
      work.setResult(node, result)
      if (result !== 'not_assessed') work.choose(nextOpen(work.shown, node.id))
    },
  }
}
