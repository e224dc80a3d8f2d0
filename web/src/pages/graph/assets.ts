/** Assets and what supports what, from one small response. */
import { queryOptions } from '@tanstack/react-query'
import { get } from '@/api/client'

export interface AssetNode {
  id: string
  name: string
  primary: boolean
  /** Names of the domains above it, with slashes. */
  domain: string
  /** The id of its domain; empty if the reader may not see it. */
  folder: string
  /** Assets that it supports, and those that support it. */
  parents: string[]
  children: string[]
}

export type AssetMap = Map<string, AssetNode>

export interface Answer {
  nodes: { name: string; category: number | null; value: string; pk: string }[]
  links: { source: number; target: number; value: string }[]
  categories: { name: string }[]
}

export function toMap(answer: Answer): AssetMap {
  const map: AssetMap = new Map()
  // Each domain has a category of its own, by which assets name it.
  const folders = new Map(
    answer.nodes.filter(node => node.value === 'Domain').map(node => [node.category, node.pk]),
  )
  for (const node of answer.nodes) {
    if (node.value === 'Domain') continue
    const folder = folders.get(node.category) ?? ''
    const domain = node.category === null ? '' : (answer.categories[node.category]?.name ?? '')
    const primary = node.value === 'Primary'
    map.set(node.pk, { id: node.pk, name: node.name, primary, domain, folder, parents: [], children: [] })
  }
  for (const link of answer.links) {
    const child = map.get(answer.nodes[link.source]?.pk ?? '')
    const parent = map.get(answer.nodes[link.target]?.pk ?? '')
    if (link.value !== 'supports' || !child || !parent) continue
    child.parents.push(parent.id)
    parent.children.push(child.id)
  }
  return map
}

export const assetMapQuery = queryOptions({
  queryKey: ['list', 'assets', 'graph'],
  queryFn: async ({ signal }) => toMap(await get<Answer>('assets/graph/', undefined, signal)),
  staleTime: 30_000,
})

/** Only these assets, and links among them. */
export function cut(map: AssetMap, keep: (id: string) => boolean): AssetMap {
  const out: AssetMap = new Map()
  for (const node of map.values()) {
    if (!keep(node.id)) continue
    out.set(node.id, { ...node, parents: node.parents.filter(keep), children: node.children.filter(keep) })
  }
  return out
}

/** What an asset supports and what supports it, so many steps either way; all of it with Infinity. */
export function lineage(map: AssetMap, id: string, steps: number): Set<string> {
  const found = new Set<string>([id])
  for (const side of ['parents', 'children'] as const) {
    const seen = new Set([id])
    let edge = [id]
    for (let step = 0; step < steps && edge.length > 0; step += 1) {
      edge = edge.flatMap(one => map.get(one)?.[side] ?? []).filter(one => !seen.has(one))
      for (const one of edge) seen.add(one)
    }
    for (const one of seen) found.add(one)
  }
  return found
}
