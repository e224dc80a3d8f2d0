/** Scenarios that are in another cell of the matrix than today. */
import type { MatrixDefinition } from '@/pages/matrix/matrix'
import { isSame, type Place, placeOf, type Scenario, type Stage } from '../risk/model/scenario'

export interface Moved {
  /** As it is in the what-if, or as it was if it is gone there. */
  scenario: Scenario
  from: Place | null
  to: Place | null
}

export function movesOf(
  before: Scenario[],
  after: Scenario[],
  stage: Stage,
  matrix: MatrixDefinition,
): Moved[] {
  const old = new Map(before.map(one => [one.id, one]))
  const moved = after.map(scenario => {
    const was = old.get(scenario.id)
    old.delete(scenario.id)
    return { scenario, from: was ? placeOf(was, stage, matrix) : null, to: placeOf(scenario, stage, matrix) }
  })
  const gone = [...old.values()].map(scenario => ({
    scenario,
    from: placeOf(scenario, stage, matrix),
    to: null,
  }))
  return [...moved, ...gone].filter(({ from, to }) => !isSame(from, to))
}
