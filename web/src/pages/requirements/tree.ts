/** Requirements as a tree: grown from rows, counted, searched and folded. */

export interface Requirement {
  id: string
  ref_id: string | null
  name: string | null
  description: string | null
  assessable: boolean
  implementation_groups: string[]
  is_retired?: boolean
  /** How many questions are asked about it. */
  questions?: number
  children: Requirement[]
}

export interface Line {
  node: Requirement
  depth: number
  /** How many requirements can be assessed at or under it. */
  count: number
  open: boolean
}

export interface NodeRow extends Omit<Requirement, 'children'> {
  urn: string
  parent_urn: string | null
}

/** A tree of rows in their order. What names a parent that is not there stands at the top. */
export function grow(rows: NodeRow[]): Requirement[] {
  const nodes = new Map(rows.map(row => [row.urn, { ...row, children: [] as Requirement[] }]))
  const roots: Requirement[] = []
  for (const row of rows) {
    const node = nodes.get(row.urn)
    const parent = row.parent_urn && row.parent_urn !== row.urn ? nodes.get(row.parent_urn) : undefined
    if (node) (parent ? parent.children : roots).push(node)
  }
  return roots
}

export const assessable = (node: Requirement): number =>
  Number(node.assessable) + node.children.reduce((sum, child) => sum + assessable(child), 0)

/** All nodes, from the top down. */
export function every(roots: Requirement[]): Requirement[] {
  return roots.flatMap(node => [node, ...every(node.children)])
}

/** The nodes above one, the topmost first. */
export function above(roots: Requirement[], id: string): Requirement[] {
  for (const node of roots) {
    if (node.id === id) return []
    const inside = above(node.children, id)
    if (inside.length > 0 || node.children.some(child => child.id === id)) return [node, ...inside]
  }
  return []
}

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

export interface Wanted {
  words: string
  /** Only requirements of one of these groups; none means all. */
  groups: string[]
}

/** A copy with only what is wanted, and the headings over it. A heading that has the words keeps all that is under it. */
export function narrow(roots: Requirement[], { words, groups }: Wanted): Requirement[] {
  const parts = folded(words).split(/\s+/).filter(Boolean)
  if (parts.length === 0 && groups.length === 0) return roots
  const says = (node: Requirement) => {
    const text = folded([node.ref_id, node.name, node.description].filter(Boolean).join(' '))
    return parts.every(part => text.includes(part))
  }
  // A requirement without groups belongs to all of them.
  const belongs = (node: Requirement) =>
    groups.length === 0 ||
    node.implementation_groups.length === 0 ||
    node.implementation_groups.some(group => groups.includes(group))
  const visit = (node: Requirement, said: boolean): Requirement[] => {
    const here = said || says(node)
    const children = node.children.flatMap(child => visit(child, here && !node.assessable))
    const kept = here && (node.assessable ? belongs(node) : parts.length > 0 && groups.length === 0)
    return kept || children.length > 0 ? [{ ...node, children }] : []
  }
  return roots.flatMap(node => visit(node, false))
}

/** What is in sight when these are open. */
export function lines(roots: Requirement[], isOpen: (id: string) => boolean, depth = 0): Line[] {
  return roots.flatMap(node => {
    const open = node.children.length > 0 && isOpen(node.id)
    const line = { node, depth, open, count: assessable(node) }
    return open ? [line, ...lines(node.children, isOpen, depth + 1)] : [line]
  })
}

/** Deep enough for the first requirement of any framework. */
const DEEPEST = 6

/** What is open at first: levels, from the top, as long as not too much is in sight. */
export function firstOpen(roots: Requirement[], most = 24): Set<string> {
  const open = new Set<string>()
  let level = roots
  let shown = roots.length
  while (level.length > 0) {
    const parents = level.filter(node => node.children.length > 0)
    const next = parents.flatMap(node => node.children)
    if (next.length === 0 || shown + next.length > most) break
    for (const node of parents) open.add(node.id)
    shown += next.length
    level = next
  }
  // A large tree shows at least how it begins.
  for (
    let node = open.size === 0 ? roots[0] : undefined;
    open.size < DEEPEST && node && !node.assessable;
    node = node.children[0]
  )
    open.add(node.id)
  return open
}
