/** What an audit says about other frameworks, without a page. */
import type { Tally } from '../model/progress'
import { RESULTS, type Result } from '../model/tree'

export interface Source {
  requirement_assessment: string
  ref_id: string | null
  name: string | null
  result: Result
  relationship: 'equal' | 'subset' | 'superset' | 'intersect'
  is_assumed: boolean
  decides: boolean
}

export interface Line {
  id: string
  ref_id: string | null
  name: string | null
  assessable: boolean
  result: Result | null
  needs_review: boolean
  reason:
    | 'copied'
    | 'partly_covered'
    | 'part_fails'
    | 'most_restrictive'
    | 'part_not_applicable'
    | 'nothing_assessed'
    | null
  sources: Source[]
}

export interface Derived {
  framework: { id: string; name: string }
  /** The frameworks on the way, both ends included. */
  path: string[]
  results: Partial<Record<Result, number>>
  not_covered: number
  requirements: Line[]
}

/** How much of the other framework is settled; what no mapping leads to is not assessed either. */
export function tallyOf({ results, not_covered }: Pick<Derived, 'results' | 'not_covered'>): Tally {
  const counted = Object.fromEntries(RESULTS.map(result => [result, results[result] ?? 0])) as Record<
    Result,
    number
  >
  const total = Object.values(counted).reduce((sum, count) => sum + count, not_covered)
  const assessed = total - not_covered - counted.not_assessed
  return { total, assessed, results: { ...counted, not_assessed: counted.not_assessed + not_covered } }
}

export type Part = 'all' | 'answered' | 'review' | 'open'

const isAnswered = (line: Line) => line.result !== null && line.result !== 'not_assessed'

export const PARTS: Record<Part, (line: Line) => boolean> = {
  all: () => true,
  answered: isAnswered,
  review: line => line.needs_review && isAnswered(line),
  open: line => !isAnswered(line),
}

interface Mapping {
  source_framework_urn: string
  target_framework_urn: string
}

/** The frameworks that mappings lead to, in whichever direction, the nearest first. */
export function reachable<T extends { urn: string; name: string }>(
  from: string,
  sets: readonly Mapping[],
  loaded: readonly T[],
): T[] {
  const far = new Map([[from.toLowerCase(), 0]])
  const waiting = [from.toLowerCase()]
  for (const at of waiting) {
    for (const set of sets) {
      const ends = [set.source_framework_urn.toLowerCase(), set.target_framework_urn.toLowerCase()]
      if (!ends.includes(at)) continue
      for (const end of ends) {
        if (far.has(end)) continue
        far.set(end, (far.get(at) ?? 0) + 1)
        waiting.push(end)
      }
    }
  }
  const distance = (one: T) => far.get(one.urn.toLowerCase()) ?? 0
  return loaded
    .filter(one => distance(one) > 0)
    .sort((a, b) => distance(a) - distance(b) || a.name.localeCompare(b.name))
}
