/** How far an audit is: as a whole, by section, by implementation group. */
import { counts, type Node, RESULTS, type Result, resultOf } from './tree'

export interface Tally {
  total: number
  assessed: number
  results: Record<Result, number>
}

const none = (): Tally => ({
  total: 0,
  assessed: 0,
  results: Object.fromEntries(RESULTS.map(result => [result, 0])) as Record<Result, number>,
})

function add(tally: Tally, node: Node) {
  const result = resultOf(node)
  tally.total += 1
  tally.results[result] += 1
  if (result !== 'not_assessed') tally.assessed += 1
}

/** Counts as the server tells them. */
export function tallyOf(values: readonly { name: string; value: number }[]): Tally {
  const count = (result: Result) => values.find(one => one.name === result)?.value ?? 0
  const results = Object.fromEntries(RESULTS.map(result => [result, count(result)])) as Record<Result, number>
  const total = RESULTS.reduce((sum, result) => sum + results[result], 0)
  return { total, assessed: total - results.not_assessed, results }
}

/** Several audits together. */
export const sumOf = (tallies: readonly Tally[]): Tally =>
  tallyOf(
    RESULTS.map(name => ({ name, value: tallies.reduce((sum, tally) => sum + tally.results[name], 0) })),
  )

export function tally(nodes: readonly Node[]): Tally {
  const all = none()
  for (const node of nodes) if (counts(node)) add(all, node)
  return all
}

/** The tally of each branch, with everything under it. */
export function tallies(nodes: readonly Node[]): Map<string, Tally> {
  const parents = new Map(nodes.map(node => [node.id, node.parent]))
  const found = new Map(nodes.filter(node => node.isBranch).map(node => [node.id, none()]))
  for (const node of nodes) {
    if (!counts(node)) continue
    for (let at: string | null = node.id; at; at = parents.get(at) ?? null) {
      const above = found.get(at)
      if (above) add(above, node)
    }
  }
  return found
}

export interface Group {
  ref_id: string
  name?: string
}

export interface GroupStanding {
  group: Group
  total: number
  /** Compliant, or not applicable here. */
  met: number
  missing: Node[]
}

const isMet = (node: Node) => ['compliant', 'not_applicable'].includes(resultOf(node))

/**
 * How each implementation group stands, in the order of the framework. What is not in scope is missing as
 * well: it has no result.
 */
export function standings(nodes: readonly Node[], groups: readonly Group[]): GroupStanding[] {
  return groups.map(group => {
    const own = nodes.filter(node => node.assessable && node.implementation_groups?.includes(group.ref_id))
    const missing = own.filter(node => !counts(node) || !isMet(node))
    return { group, total: own.length, met: own.length - missing.length, missing }
  })
}

/** The first group that is not reached yet, with what it takes. */
export function nextGroup(all: readonly GroupStanding[]): GroupStanding | undefined {
  return all.find(standing => standing.total > 0 && standing.missing.length > 0)
}
