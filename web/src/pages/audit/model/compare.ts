/** What is different between two audits of one framework. */
import { counts, type Node, type Result, resultOf } from './tree'

export interface Difference {
  node: Node
  before: Result | null
  after: Result
  scoreBefore: number | null
  scoreAfter: number | null
  way: 'better' | 'worse' | 'changed'
}

/** How good a result is; what is not applicable or not assessed is neither good nor bad. */
const WORTH: Partial<Record<Result, number>> = { compliant: 2, partially_compliant: 1, non_compliant: 0 }

function way(
  before: Result | null,
  after: Result,
  scores: [number | null, number | null],
): Difference['way'] {
  const [from, to] = [before ? WORTH[before] : undefined, WORTH[after]]
  if (from !== undefined && to !== undefined && from !== to) return to > from ? 'better' : 'worse'
  const [low, high] = scores
  if (before === after && low !== null && high !== null) return high > low ? 'better' : 'worse'
  return 'changed'
}

const scoreOf = (node: Node | undefined) => (node?.is_scored ? node.score : null)

/** Requirements that stand otherwise than in the earlier audit, by their URN. */
export function differences(now: readonly Node[], earlier: readonly Node[]): Difference[] {
  const before = new Map(earlier.filter(counts).map(node => [node.urn, node]))
  return now.filter(counts).flatMap(node => {
    const other = before.get(node.urn)
    const [from, to] = [other ? resultOf(other) : null, resultOf(node)]
    const [scoreBefore, scoreAfter] = [scoreOf(other), scoreOf(node)]
    if (from === to && scoreBefore === scoreAfter) return []
    return [
      {
        node,
        before: from,
        after: to,
        scoreBefore,
        scoreAfter,
        way: way(from, to, [scoreBefore, scoreAfter]),
      },
    ]
  })
}
