/** Which lines the list shows, with what is folded and what is filtered. */
import { counts, type Node, type Result, resultOf } from './tree'

export interface Filter {
  /** Words that its reference, name or text has. */
  text: string
  /** The implementation group that it belongs to. */
  group: string
  result: Result | ''
  stale: boolean
  /** The rows that it must be one of. */
  within: ReadonlySet<string> | null
}

export const EVERYTHING: Filter = { text: '', group: '', result: '', stale: false, within: null }

export const isFiltered = (filter: Filter) =>
  filter.text.trim() !== '' ||
  filter.group !== '' ||
  filter.result !== '' ||
  filter.stale ||
  filter.within !== null

export function matches(node: Node, filter: Filter): boolean {
  if (!counts(node)) return false
  if (filter.group && !node.implementation_groups?.includes(filter.group)) return false
  if (filter.result && resultOf(node) !== filter.result) return false
  if (filter.stale && !node.stale) return false
  if (filter.within && !filter.within.has(node.ra_id ?? '')) return false
  const words = filter.text.trim().toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return true
  const text = `${node.ref_id ?? ''} ${node.name ?? ''} ${node.description ?? ''}`.toLowerCase()
  return words.every(word => text.includes(word))
}

/**
 * The lines in their order. A heading is there only with something under it. What is looked for is shown
 * wherever it lies, folded or not.
 */
export function lines(nodes: readonly Node[], folded: ReadonlySet<string>, filter: Filter): Node[] {
  const filtered = isFiltered(filter)
  const wanted = new Set<string>()
  const byId = new Map(nodes.map(node => [node.id, node]))
  for (const node of nodes) {
    if (!matches(node, filter)) continue
    wanted.add(node.id)
    for (let at = node.parent; at && !wanted.has(at); at = byId.get(at)?.parent ?? null) wanted.add(at)
  }
  const shown: Node[] = []
  for (let at = 0; at < nodes.length; ) {
    const node = nodes[at] as Node
    if (wanted.has(node.id)) shown.push(node)
    at = !filtered && folded.has(node.id) ? node.end : at + 1
  }
  return shown
}

/** Opens every branch over a requirement. */
export function unfoldTo(nodes: readonly Node[], folded: ReadonlySet<string>, id: string): Set<string> {
  const byId = new Map(nodes.map(node => [node.id, node]))
  const open = new Set(folded)
  for (let at = byId.get(id)?.parent ?? null; at; at = byId.get(at)?.parent ?? null) open.delete(at)
  return open
}
