/** What is wrong with a draft, brought to the object that it is about. */
import type { Content } from './content'

export interface Finding {
  /** Such as `objects.frameworks[0].requirement_nodes[12].parent_urn`. */
  path: string
  message: string
}

export interface Conflict {
  kind: string
  urn: string
  reason: string
}

export interface Problem {
  message: string
  /** The list that the object is in, such as `threats`. */
  kind: string | null
  /** The framework that it is in, or that it is. */
  framework: string | null
  /** The object, or none if it is about the library as such. */
  urn: string | null
  /** The field, such as `parent_urn`. */
  field: string | null
}

const PART = /([A-Za-z_]\w*)(?:\[(\d+)\])?/g
const text = (value: unknown): string | null => (typeof value === 'string' && value ? value : null)

/** The object in a list that a path leads to. */
export function locate(content: Content, { path, message }: Finding): Problem {
  const parts = [...path.matchAll(PART)].map(([, name, at]) => ({ name: name ?? '', at }))
  if (parts[0]?.name === 'objects') parts.shift()
  const problem: Problem = { message, kind: null, framework: null, urn: null, field: parts[0]?.name ?? null }
  let inside: unknown = content
  for (const { name, at } of parts) {
    const list: unknown = (inside as Record<string, unknown> | null)?.[name]
    const one = Array.isArray(list) && at !== undefined ? list[Number(at)] : undefined
    const urn = text((one as Record<string, unknown> | undefined)?.urn)
    // Questions and choices are shown with their requirement.
    if (!urn || (problem.kind && name !== 'requirement_nodes')) {
      problem.field = name
      break
    }
    problem.kind = name
    problem.urn = urn
    problem.field = null
    if (name === 'frameworks') problem.framework = urn
    inside = one
  }
  return problem
}

/** An object that another library has. */
export function located(content: Content, { kind, urn, reason }: Conflict): Problem {
  const problem: Problem = { message: reason, kind, framework: null, urn, field: null }
  if (kind === 'libraries' || kind === 'dependencies') return { ...problem, kind: null, urn: null }
  const frameworks = content.frameworks ?? []
  const node = kind === 'questions' ? (urn.split(':question:')[0] ?? urn) : urn
  const holder = frameworks.find(
    one => one.urn === urn || one.requirement_nodes?.some(inner => inner.urn === node),
  )
  return { ...problem, urn: node, framework: holder?.urn ?? null }
}

/** By the URN of their object. */
export function byObject(problems: Problem[]): Map<string, Problem[]> {
  const found = new Map<string, Problem[]>()
  for (const problem of problems) {
    if (problem.urn) found.set(problem.urn, [...(found.get(problem.urn) ?? []), problem])
  }
  return found
}
