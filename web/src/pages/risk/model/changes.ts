/** What would change for each scenario, before anything does. */
import { STAGES, type Stage } from './scenario'

/** A rating as the server has it; −1 is not rated. */
export interface Rating {
  probability: number
  impact: number
  level: number
}

interface Named {
  scenario: string
  ref_id: string
  name: string
}

/** One rating that another matrix would change. */
export interface MatrixChange extends Named {
  stage: Stage
  /** A score moves since the new matrix does not have it. */
  is_clamped: boolean
  before: Rating
  after: Rating
}

export interface MatrixPreview {
  changes: MatrixChange[]
  /** How many ratings lose a score. */
  clamped: number
  tolerance?: { before: number; after: number } | null
}

/** A scenario whose planned controls are all active. */
export interface Followed extends Named {
  controls: { id: string; str: string }[]
  current_before: Rating
  current_after: Rating
  residual_before: Rating
  residual_after: Rating
  /** The residual risk was not rated, so the current one stays. */
  needs_rating: boolean
}

export interface ChangedScenario {
  id: string
  ref_id: string
  name: string
  /** From the inherent to the residual one. */
  ratings: MatrixChange[]
}

/** The changes of each scenario together, in the order in which the server tells them. */
export function byScenario(changes: MatrixChange[]): ChangedScenario[] {
  const found = new Map<string, ChangedScenario>()
  for (const change of changes) {
    const { scenario: id, ref_id, name } = change
    const one = found.get(id) ?? { id, ref_id, name, ratings: [] }
    one.ratings.push(change)
    found.set(id, one)
  }
  for (const one of found.values())
    one.ratings.sort((a, b) => STAGES.indexOf(a.stage) - STAGES.indexOf(b.stage))
  return [...found.values()]
}
