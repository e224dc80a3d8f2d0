/** Changing a risk matrix without a page. The lowest level of each kind comes first, and ids are places. */
import type { LevelDefinition, MatrixDefinition } from './matrix'

export type Axis = 'probability' | 'impact'
export type Kind = Axis | 'risk'

/** As many levels as an axis can have, and a cell for each pair of them. */
export const MOST: Record<Kind, number> = { probability: 8, impact: 8, risk: 64 }

/** From the least to the worst; in the order of lightness too, so that they are told apart without colours. */
const COLOURS = ['#e7ece2', '#f6e6b4', '#efbd67', '#da7a42', '#9b2a22']

export const colourFor = (at: number, count: number): string =>
  COLOURS[Math.round((at / Math.max(1, count - 1)) * (COLOURS.length - 1))] ?? '#efbd67'

const numbered = (levels: LevelDefinition[]) => levels.map((level, id) => ({ ...level, id }))

/** A matrix to begin with: the level grows with the sum of both scores. */
export function blankMatrix(names: Record<Kind, string[]>): MatrixDefinition {
  const level = (name: string, id: number): LevelDefinition => ({ id, name })
  const [rows, columns, risks] = [names.probability.length, names.impact.length, names.risk.length]
  const most = Math.max(1, rows + columns - 2)
  return {
    probability: names.probability.map(level),
    impact: names.impact.map(level),
    risk: names.risk.map((name, id) => ({ ...level(name, id), hexcolor: colourFor(id, risks) })),
    grid: names.probability.map((_, row) =>
      names.impact.map((_, column) => Math.min(risks - 1, Math.floor(((row + column) / (most + 1)) * risks))),
    ),
  }
}

export function withCell(
  matrix: MatrixDefinition,
  row: number,
  column: number,
  level: number,
): MatrixDefinition {
  const grid = matrix.grid.map((cells, at) =>
    at === row ? cells.map((cell, place) => (place === column ? level : cell)) : cells,
  )
  return { ...matrix, grid }
}

export function withLevel(
  matrix: MatrixDefinition,
  kind: Kind,
  at: number,
  change: Partial<LevelDefinition>,
): MatrixDefinition {
  return { ...matrix, [kind]: matrix[kind].map((level, id) => (id === at ? { ...level, ...change } : level)) }
}

/** A text of a level, in its own language or in another one. */
export function withText(
  level: LevelDefinition,
  name: 'name' | 'abbreviation' | 'description',
  text: string,
  language: string,
): Partial<LevelDefinition> {
  if (!language) return { [name]: text || null }
  const { [name]: _, ...others } = (level.translations?.[language] ?? {}) as Record<string, string>
  const spoken = text ? { ...others, [name]: text } : others
  const { [language]: __, ...rest } = (level.translations ?? {}) as Record<string, Record<string, string>>
  return { translations: Object.keys(spoken).length > 0 ? { ...rest, [language]: spoken } : rest }
}

/** One more at the upper end. A new row or column has the levels of its neighbour. */
export function withMore(matrix: MatrixDefinition, kind: Kind, name: string): MatrixDefinition {
  const levels = matrix[kind]
  if (levels.length >= MOST[kind]) return matrix
  const added: LevelDefinition = { id: levels.length, name }
  if (kind === 'risk') return { ...matrix, risk: [...levels, { ...added, hexcolor: colourFor(1, 2) }] }
  const grid =
    kind === 'probability'
      ? [...matrix.grid, [...(matrix.grid.at(-1) ?? matrix.impact.map(() => 0))]]
      : matrix.grid.map(cells => [...cells, cells.at(-1) ?? 0])
  return { ...matrix, [kind]: [...levels, added], grid }
}

/** Without a level; cells of a risk level that is gone get the one below it. */
export function without(matrix: MatrixDefinition, kind: Kind, at: number): MatrixDefinition {
  if (matrix[kind].length <= 1) return matrix
  const levels = numbered(matrix[kind].filter((_, id) => id !== at))
  const grid =
    kind === 'risk'
      ? matrix.grid.map(cells => cells.map(cell => (cell >= at ? Math.max(0, cell - 1) : cell)))
      : kind === 'probability'
        ? matrix.grid.filter((_, row) => row !== at)
        : matrix.grid.map(cells => cells.filter((_, column) => column !== at))
  return { ...matrix, [kind]: levels, grid }
}

/** Risk levels that no cell has: a sign that something was forgotten. */
export const unused = (matrix: MatrixDefinition): number[] =>
  matrix.risk.flatMap((_, id) => (matrix.grid.some(cells => cells.includes(id)) ? [] : [id]))

/** Whether a worse score ever leads to a lower level, which is rarely meant. */
export function fallsSomewhere(matrix: MatrixDefinition): boolean {
  return matrix.grid.some((cells, row) =>
    cells.some(
      (cell, column) =>
        (column > 0 && cell < (cells[column - 1] ?? 0)) ||
        (row > 0 && cell < (matrix.grid[row - 1]?.[column] ?? 0)),
    ),
  )
}
