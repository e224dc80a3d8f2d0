/**
 * The tree of a framework, edited. A file has it as a list in reading order in which each node names its parent; every
 * function here takes such a list and gives another one. What cannot be done leaves the list as it is.
 */
import type { DraftNode } from './content'

/** A parent that is not there counts as none. */
function parentOf(nodes: DraftNode[], urn: string): string | null {
  const parent = nodes.find(node => node.urn === urn)?.parent_urn
  return parent && parent !== urn && nodes.some(node => node.urn === parent) ? parent : null
}

export function childrenOf(nodes: DraftNode[], parent: string | null): DraftNode[] {
  if (parent) return nodes.filter(node => node.parent_urn === parent && node.urn !== parent)
  const known = new Set(nodes.map(node => node.urn))
  return nodes.filter(({ urn, parent_urn }) => !parent_urn || parent_urn === urn || !known.has(parent_urn))
}

/** A node and all that is under it. */
export function branchOf(nodes: DraftNode[], urn: string): Set<string> {
  const within = new Set([urn])
  // Files may name a parent that comes later.
  for (let before = 0; before !== within.size; ) {
    before = within.size
    for (const node of nodes) if (node.parent_urn && within.has(node.parent_urn)) within.add(node.urn)
  }
  return within
}

/** The place after a node and all that is under it. */
function endOf(nodes: DraftNode[], urn: string): number {
  const branch = branchOf(nodes, urn)
  return nodes.findLastIndex(node => branch.has(node.urn)) + 1
}

/** Puts a branch, which is not in the list, under a parent: before one of its children, or last. */
function insert(nodes: DraftNode[], branch: DraftNode[], parent: string | null, before: string | null) {
  const at = before
    ? nodes.findIndex(node => node.urn === before)
    : parent
      ? endOf(nodes, parent)
      : nodes.length
  return [...nodes.slice(0, at), ...branch, ...nodes.slice(at)]
}

function under(node: DraftNode, parent: string | null): DraftNode {
  const { parent_urn: _, ...rest } = node
  return (parent ? { ...rest, parent_urn: parent } : rest) as DraftNode
}

export const addNode = (
  nodes: DraftNode[],
  node: DraftNode,
  parent: string | null,
  before: string | null = null,
): DraftNode[] =>
  nodes.some(one => one.urn === node.urn) ? nodes : insert(nodes, [under(node, parent)], parent, before)

/** Moves a node, with all that is under it. */
export function moveNode(
  nodes: DraftNode[],
  urn: string,
  parent: string | null,
  before: string | null,
): DraftNode[] {
  const branch = branchOf(nodes, urn)
  const has = (one: string | null) => one === null || nodes.some(node => node.urn === one)
  if (!has(urn) || !has(parent) || !has(before)) return nodes
  if (branch.has(parent ?? '') || branch.has(before ?? '')) return nodes
  const moved = nodes.filter(node => branch.has(node.urn))
  const rest = nodes.filter(node => !branch.has(node.urn))
  return insert(
    rest,
    moved.map(node => (node.urn === urn ? under(node, parent) : node)),
    parent,
    before,
  )
}

export const removeNode = (nodes: DraftNode[], urn: string): DraftNode[] => {
  const branch = branchOf(nodes, urn)
  return nodes.filter(node => !branch.has(node.urn))
}

export type Direction = 'up' | 'down' | 'in' | 'out'

interface Place {
  parent: string | null
  before: string | null
}

/** Where a step of the keyboard leads; nowhere if there is no such place. */
export function placeFor(nodes: DraftNode[], urn: string, direction: Direction): Place | null {
  const parent = parentOf(nodes, urn)
  const siblings = childrenOf(nodes, parent)
  const at = siblings.findIndex(node => node.urn === urn)
  const sibling = (place: number) => siblings[place]?.urn ?? null
  if (at < 0) return null
  switch (direction) {
    case 'up':
      return at > 0 ? { parent, before: sibling(at - 1) } : null
    case 'down':
      return at < siblings.length - 1 ? { parent, before: sibling(at + 2) } : null
    case 'in':
      return at > 0 ? { parent: sibling(at - 1), before: null } : null
    case 'out': {
      if (!parent) return null
      const above = parentOf(nodes, parent)
      const aunts = childrenOf(nodes, above)
      return { parent: above, before: aunts[aunts.findIndex(node => node.urn === parent) + 1]?.urn ?? null }
    }
  }
}

export function step(nodes: DraftNode[], urn: string, direction: Direction): DraftNode[] {
  const place = placeFor(nodes, urn, direction)
  return place ? moveNode(nodes, urn, place.parent, place.before) : nodes
}

export type Where = 'before' | 'inside' | 'after'

/** Where something dropped on a node goes; nowhere if it would land in itself. */
export function dropPlace(nodes: DraftNode[], urn: string, target: string, where: Where): Place | null {
  if (branchOf(nodes, urn).has(target)) return null
  if (where === 'inside') return { parent: target, before: null }
  const parent = parentOf(nodes, target)
  if (where === 'before') return { parent, before: target }
  const siblings = childrenOf(nodes, parent).filter(node => node.urn !== urn)
  return { parent, before: siblings[siblings.findIndex(node => node.urn === target) + 1]?.urn ?? null }
}

/** What is left of a tree comes back in its place: after the node it followed, or first. */
export function putBack(nodes: DraftNode[], before: DraftNode[], urn: string): DraftNode[] {
  const branch = branchOf(before, urn)
  const gone = before.filter(node => branch.has(node.urn) && !nodes.some(one => one.urn === node.urn))
  const first = before.findIndex(node => node.urn === urn)
  const earlier = before.slice(0, first).findLast(node => nodes.some(one => one.urn === node.urn))
  const at = earlier ? nodes.findIndex(node => node.urn === earlier.urn) + 1 : 0
  return [...nodes.slice(0, at), ...gone, ...nodes.slice(at)]
}
