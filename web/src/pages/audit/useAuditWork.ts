/** Puts together what the page works with: the tree, what is shown of it, and how results are set. */
import { useCallback, useMemo, useRef, useState } from 'react'
import { useModel } from '@/api/model'
import { may, useUser } from '@/api/user'
import { type Audit, ROWS } from './api'
import { lines, unfoldTo } from './model/lines'
import { nextOpen } from './model/moves'
import { tallies, tally } from './model/progress'
import { flatten, type Node, type Result, sectionsOf, type Tree } from './model/tree'
import { useChosen, useFilter } from './usePage'
import { useSaving } from './useSaving'
import type { Work } from './work'

export function useAuditWork(audit: Audit, tree: Tree): Work {
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
  const filter = useFilter()
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
  }
}

/** What has a result is done, and what has none any more is to do; whoever wants more sets the status. */
function statusFor(node: Node, result: Result): { status?: string } {
  const [from, to] = result === 'not_assessed' ? ['done', 'to_do'] : ['to_do', 'done']
  return node.status === from ? { status: to } : {}
}

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
