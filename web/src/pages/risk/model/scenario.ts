/** A risk scenario: where it stands on the matrix before controls, today, and once the plan is carried out. */
import type { Ref, Row } from '@/api/model'
import type { MatrixDefinition } from '@/pages/matrix/matrix'

export const STAGES = ['inherent', 'current', 'residual'] as const
export type Stage = (typeof STAGES)[number]

/** A cell of the matrix. */
export interface Place {
  probability: number
  impact: number
}

export interface Scenario extends Row {
  ref_id: string | null
  name: string
  description: string | null
  treatment: string
  owner: Ref[]
}

export const probaField = (stage: Stage) => `${stage}_proba` as const
export const impactField = (stage: Stage) => `${stage}_impact` as const

/** A stored score: from 0, and −1 where nobody has rated yet. */
const scoreOf = (value: unknown, count: number): number | null =>
  typeof value === 'number' && value >= 0 && value < count ? value : null

/** What of a rating there is. */
export function ratingOf(
  scenario: Row,
  stage: Stage,
  matrix: MatrixDefinition,
): { probability: number | null; impact: number | null } {
  return {
    probability: scoreOf(scenario[probaField(stage)], matrix.probability.length),
    impact: scoreOf(scenario[impactField(stage)], matrix.impact.length),
  }
}

/** The cell, if both scores are there. */
export function placeOf(scenario: Row, stage: Stage, matrix: MatrixDefinition): Place | null {
  const { probability, impact } = ratingOf(scenario, stage, matrix)
  return probability === null || impact === null ? null : { probability, impact }
}

/** The level of risk of a cell. */
export const levelAt = (matrix: MatrixDefinition, place: Place): number | null =>
  matrix.grid[place.probability]?.[place.impact] ?? null

/** The level of risk of a scenario, if it is rated. */
export function levelOf(scenario: Row, stage: Stage, matrix: MatrixDefinition): number | null {
  const place = placeOf(scenario, stage, matrix)
  return place && levelAt(matrix, place)
}

/** The values that put a scenario into a cell; none takes the rating back. */
export const ratingValues = (stage: Stage, place: Place | null): Record<string, number> => ({
  [probaField(stage)]: place?.probability ?? -1,
  [impactField(stage)]: place?.impact ?? -1,
})

export const isSame = (one: Place | null, other: Place | null) =>
  one?.probability === other?.probability && one?.impact === other?.impact

/** Whether the risk is higher than what the assessment tolerates; null where there is nothing to compare. */
export function isAbove(level: number | null, tolerance: number): boolean | null {
  return level === null || tolerance < 0 ? null : level > tolerance
}

/** The worst first, by what it is now; what is not rated comes last. */
export function worstFirst(scenarios: Scenario[], stage: Stage, matrix: MatrixDefinition): Scenario[] {
  const weight = (scenario: Scenario) => {
    const place = placeOf(scenario, stage, matrix)
    if (!place) return -1
    const level = levelAt(matrix, place) ?? 0
    return level * 1000 + place.impact * 10 + place.probability
  }
  return [...scenarios].sort(
    (one, other) =>
      weight(other) - weight(one) ||
      String(one.ref_id ?? '').localeCompare(String(other.ref_id ?? ''), undefined, { numeric: true }),
  )
}
