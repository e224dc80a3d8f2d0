/**
 * The requirements of an audit, flat and in the order of their framework. Each knows how deep it lies and
 * where its branch ends, so that folding, filtering and counting are single walks over the list.
 */

export const RESULTS = [
  'compliant',
  'partially_compliant',
  'non_compliant',
  'not_applicable',
  'not_assessed',
] as const
export type Result = (typeof RESULTS)[number]

/** A requirement as the tree of the API tells it. What the audit hides is null. */
export interface Told {
  urn: string
  parent_urn: string | null
  ref_id: string | null
  name: string | null
  description: string | null
  implementation_groups: string[] | null
  assessable: boolean
  /** Whether it is in the scope of the audit. */
  selected: boolean
  is_retired: boolean
  /** The row of the audit that holds its result. */
  ra_id: string | null
  status: string | null
  result: Result | null
  extended_result: string | null
  is_scored: boolean | null
  score: number | null
  documentation_score: number | null
  min_score: number | null
  max_score: number | null
  has_questions: boolean
  controls: number
  evidences: number
  comments: number
  stale: boolean
  children: Tree
}
export type Tree = Record<string, Told>

export interface Node extends Omit<Told, 'children'> {
  id: string
  depth: number
  parent: string | null
  /** Whether others lie under it. */
  isBranch: boolean
  /** The place in the list after the last one that lies under it. */
  end: number
}

export function flatten(tree: Tree): Node[] {
  const nodes: Node[] = []
  const walk = (level: Tree, depth: number, parent: string | null) => {
    for (const [id, { children, ...told }] of Object.entries(level)) {
      const isBranch = Object.keys(children).length > 0
      const node: Node = { ...told, id, depth, parent, isBranch, end: 0 }
      nodes.push(node)
      if (isBranch) walk(children, depth + 1, id)
      node.end = nodes.length
    }
  }
  walk(tree, 0, null)
  return nodes
}

/** The tree with other values for one requirement; branches that it isn't on stay the same objects. */
export function withChange(tree: Tree, id: string, change: Partial<Told>): Tree {
  const own = tree[id]
  if (own) return { ...tree, [id]: { ...own, ...change } }
  for (const [at, told] of Object.entries(tree)) {
    const children = withChange(told.children, id, change)
    if (children !== told.children) return { ...tree, [at]: { ...told, children } }
  }
  return tree
}

/** Whether it has a result in this audit. */
export const counts = (node: Pick<Node, 'assessable' | 'selected' | 'ra_id'>) =>
  node.assessable && node.selected && node.ra_id !== null

export const resultOf = (node: Pick<Node, 'result'>): Result => node.result ?? 'not_assessed'

/** What it is called: some frameworks have names, others only texts. */
export function nameOf(node: Pick<Node, 'name' | 'description' | 'ref_id'>): string {
  return node.name?.trim() || node.description?.trim().split('\n')[0] || node.ref_id || ''
}

/** The parts of the framework. One that lies over everything else is not a part. */
export function sectionsOf(nodes: readonly Node[]): Node[] {
  const [only, ...others] = nodes.filter(node => node.depth === 0)
  if (!only || others.length > 0 || !only.isBranch || only.assessable) return only ? [only, ...others] : []
  return nodes.filter(node => node.parent === only.id)
}

/** What has a result is done, and what has none any more is to do; whoever wants more sets the status. */
export function statusFor(node: Node, result: Result): { status?: string } {
  const [from, to] = result === 'not_assessed' ? ['done', 'to_do'] : ['to_do', 'done']
  return node.status === from ? { status: to } : {}
}
