/** What a draft contains, in the form of a library file, and how one object in it is found and changed. */
import type { ScoreStep } from '../../framework/Scale'

export interface Thing extends Record<string, unknown> {
  urn: string
  ref_id?: string | null
  name?: string | null
  description?: string | null
}

export interface Choice extends Record<string, unknown> {
  urn: string
  value?: string | null
  compute_result?: string | null
  add_score?: number | null
}

export interface Question extends Record<string, unknown> {
  urn: string
  type: string
  text?: string | null
  choices?: Choice[]
}

export interface DraftNode extends Thing {
  parent_urn?: string | null
  assessable?: boolean
  annotation?: string | null
  typical_evidence?: string | string[] | null
  implementation_groups?: string[]
  reference_controls?: string[]
  questions?: Question[]
}

export interface Group extends Record<string, unknown> {
  ref_id: string
  name?: string | null
  description?: string | null
  default_selected?: boolean | null
}

export interface DraftFramework extends Thing {
  min_score?: number | null
  max_score?: number | null
  scores_definition?: ScoreStep[] | ({ scale?: ScoreStep[] } & Record<string, unknown>) | null
  implementation_groups_definition?: Group[]
  requirement_nodes?: DraftNode[]
}

export interface Content extends Record<string, unknown> {
  frameworks?: DraftFramework[]
  reference_controls?: Thing[]
  threats?: Thing[]
}

/** Lists that are edited as such; frameworks have an editor of their own. */
export type ListKind = 'reference_controls' | 'threats'

export type Fields = Record<string, unknown>

/** An object with other values. What is empty is left out, as in files. */
export function withFields<T extends Fields>(object: T, fields: Fields): T {
  const next: Fields = { ...object, ...fields }
  for (const [name, value] of Object.entries(fields)) {
    const isEmpty = value === null || value === undefined || value === '' || isEmptyList(value)
    if (isEmpty) delete next[name]
  }
  return next as T
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

const replaced = <T extends Thing>(list: T[], urn: string, change: (one: T) => T): T[] =>
  list.map(one => (one.urn === urn ? change(one) : one))

export function changeFramework(
  content: Content,
  urn: string,
  change: (framework: DraftFramework) => DraftFramework,
): Content {
  return { ...content, frameworks: replaced(content.frameworks ?? [], urn, change) }
}

export function changeNodes(
  content: Content,
  framework: string,
  change: (nodes: DraftNode[]) => DraftNode[],
): Content {
  return changeFramework(content, framework, one => ({
    ...one,
    requirement_nodes: change(one.requirement_nodes ?? []),
  }))
}

export const setNode = (content: Content, framework: string, urn: string, fields: Fields): Content =>
  changeNodes(content, framework, nodes => replaced(nodes, urn, node => withFields(node, fields)))

export const setThing = (content: Content, kind: ListKind, urn: string, fields: Fields): Content => ({
  ...content,
  [kind]: replaced(content[kind] ?? [], urn, one => withFields(one, fields)),
})

/** A framework whose group has other values; its requirements follow another reference. */
export function setGroup(framework: DraftFramework, at: number, fields: Partial<Group>): DraftFramework {
  const groups = framework.implementation_groups_definition ?? []
  const before = groups[at]?.ref_id
  const after = fields.ref_id
  const next = withFields(framework, {
    implementation_groups_definition: groups.map((one, place) =>
      place === at ? withFields(one, fields) : one,
    ),
  })
  if (!before || !after || before === after) return next
  return renameGroup(next, before, after)
}

export function removeGroup(framework: DraftFramework, at: number): DraftFramework {
  const groups = framework.implementation_groups_definition ?? []
  const gone = groups[at]?.ref_id
  const rest = groups.filter((_, place) => place !== at)
  const next = withFields(framework, { implementation_groups_definition: rest })
  return gone ? renameGroup(next, gone, null) : next
}

function renameGroup(framework: DraftFramework, before: string, after: string | null): DraftFramework {
  const rename = (node: DraftNode): DraftNode =>
    node.implementation_groups?.includes(before)
      ? withFields(node, {
          implementation_groups: node.implementation_groups.flatMap(one =>
            one === before ? (after ?? []) : one,
          ),
        })
      : node
  return { ...framework, requirement_nodes: (framework.requirement_nodes ?? []).map(rename) }
}

/** The steps of a scale, whichever way the file writes them. */
export function stepsOf(framework: DraftFramework): ScoreStep[] {
  const definition = framework.scores_definition
  return Array.isArray(definition) ? definition : (definition?.scale ?? [])
}

/** More steps than these are a range, not a scale with names. */
export const MOST_STEPS = 11

/** A step for each whole number of the range, with what is said about it; none if there are too many. */
export function stepsFor(min: number, max: number, known: ScoreStep[]): ScoreStep[] {
  if (max <= min || max - min >= MOST_STEPS) return []
  return Array.from({ length: max - min + 1 }, (_, at) => {
    const score = min + at
    return known.find(step => step.score === score) ?? { score }
  })
}

/** A framework with other steps. Alternatives and how scores add up stay as they are. */
export function withSteps(framework: DraftFramework, steps: ScoreStep[]): DraftFramework {
  const named = steps.some(step => step.name || step.description) ? steps : []
  const definition = framework.scores_definition
  return definition && !Array.isArray(definition)
    ? { ...framework, scores_definition: { ...definition, scale: named } }
    : withFields(framework, { scores_definition: named })
}
