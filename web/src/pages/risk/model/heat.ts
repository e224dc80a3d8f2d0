/** The heat map without a page: which scenarios are in which cell, and how one of them moves. */
import type { MatrixDefinition } from '@/pages/matrix/matrix'
import { isSame, levelAt, type Place, placeOf, type Scenario, STAGES, type Stage } from './scenario'

export interface Cell extends Place {
  level: number | null
  scenarios: Scenario[]
}

export interface Heat {
  /** The most probable first; each by impact. */
  rows: Cell[][]
  unrated: Scenario[]
}

export function heatOf(matrix: MatrixDefinition, scenarios: Scenario[], stage: Stage): Heat {
  const unrated: Scenario[] = []
  const cells = matrix.probability.map((_, probability) =>
    matrix.impact.map(
      (_, impact): Cell => ({
        probability,
        impact,
        level: levelAt(matrix, { probability, impact }),
        scenarios: [],
      }),
    ),
  )
  for (const scenario of scenarios) {
    const place = placeOf(scenario, stage, matrix)
    if (place) cells[place.probability]?.[place.impact]?.scenarios.push(scenario)
    else unrated.push(scenario)
  }
  return { rows: cells.reverse(), unrated }
}

export interface Stop {
  place: Place
  /** The stages at which it is there, such as the current and the residual one. */
  stages: Stage[]
}

/** The way of a scenario from the inherent over the current to the residual risk. What is not rated is passed over. */
export function wayOf(scenario: Scenario, matrix: MatrixDefinition): Stop[] {
  const stops: Stop[] = []
  for (const stage of STAGES) {
    const place = placeOf(scenario, stage, matrix)
    if (!place) continue
    const last = stops.at(-1)
    if (last && isSame(last.place, place)) last.stages.push(stage)
    else stops.push({ place, stages: [stage] })
  }
  return stops
}

/** An arrow key on the map: up is more probable, right is worse. */
export function moved(place: Place, key: string, matrix: MatrixDefinition): Place | null {
  const [rows, columns] = [matrix.probability.length, matrix.impact.length]
  const within = (value: number, count: number) => Math.max(0, Math.min(count - 1, value))
  const to = (probability: number, impact: number): Place => ({
    probability: within(probability, rows),
    impact: within(impact, columns),
  })
  switch (key) {
    case 'ArrowUp':
      return to(place.probability + 1, place.impact)
    case 'ArrowDown':
      return to(place.probability - 1, place.impact)
    case 'ArrowRight':
      return to(place.probability, place.impact + 1)
    case 'ArrowLeft':
      return to(place.probability, place.impact - 1)
    case 'Home':
      return to(place.probability, 0)
    case 'End':
      return to(place.probability, columns)
    case 'PageUp':
      return to(rows, place.impact)
    case 'PageDown':
      return to(0, place.impact)
    default:
      return null
  }
}

/** A line between two corners of the map, counted in cells from the top left. */
export type Edge = [number, number, number, number]

/** The border between what is tolerated and what is not. */
export function appetite(matrix: MatrixDefinition, tolerance: number): Edge[] {
  if (tolerance < 0) return []
  const rows = matrix.probability.length
  const above = (row: number, column: number) => {
    const level = levelAt(matrix, { probability: rows - 1 - row, impact: column })
    return level === null ? null : level > tolerance
  }
  const differ = (one: boolean | null, other: boolean | null) =>
    one !== null && other !== null && one !== other
  const edges: Edge[] = []
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < matrix.impact.length; column += 1) {
      const here = above(row, column)
      if (column + 1 < matrix.impact.length && differ(here, above(row, column + 1)))
        edges.push([column + 1, row, column + 1, row + 1])
      if (row + 1 < rows && differ(here, above(row + 1, column)))
        edges.push([column, row + 1, column + 1, row + 1])
    }
  }
  return edges
}
