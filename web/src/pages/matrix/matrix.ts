/** A risk matrix as it is drawn: rows from the most probable down, columns by impact. */
import { spokenIn, type Translations } from '../requirements/spoken'

export interface LevelDefinition extends Record<string, unknown> {
  id: number
  abbreviation?: string | null
  name?: string | null
  description?: string | null
  hexcolor?: string | null
  translations?: Translations
}

export interface MatrixDefinition {
  probability: LevelDefinition[]
  impact: LevelDefinition[]
  risk: LevelDefinition[]
  /** By probability, then by impact: the place of a level of risk. */
  grid: number[][]
}

export interface DrawnLevel {
  name: string
  description: string
  colour: string | null
  /** What can be read on the colour. */
  ink: string | null
}

export interface Drawn {
  /** The most probable first. */
  rows: { level: DrawnLevel; cells: DrawnLevel[] }[]
  columns: DrawnLevel[]
  /** The worst first. */
  risks: DrawnLevel[]
}

const HEX = /^#[0-9a-f]{6}$/i
const DARK = '#1f211e'
const LIGHT = '#ffffff'

/** Relative luminance, as WCAG has it. */
export function luminance(hex: string): number {
  const parts = [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  const [red = 0, green = 0, blue = 0] = parts.map(part =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (a: string, b: string) => {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (high + 0.05) / (low + 0.05)
}

/** Black or white, whichever reads better. */
export const inkOn = (colour: string): string =>
  contrast(colour, DARK) >= contrast(colour, LIGHT) ? DARK : LIGHT

function drawn(level: LevelDefinition, language?: string): DrawnLevel {
  const colour = level.hexcolor && HEX.test(level.hexcolor) ? level.hexcolor : null
  return {
    name:
      spokenIn(level, 'name', language) || spokenIn(level, 'abbreviation', language) || String(level.id + 1),
    description: spokenIn(level, 'description', language),
    colour,
    ink: colour && inkOn(colour),
  }
}

const UNKNOWN: DrawnLevel = { name: '?', description: '', colour: null, ink: null }

export function draw(matrix: MatrixDefinition, language?: string): Drawn {
  const risks = matrix.risk.map(level => drawn(level, language))
  const rows = matrix.probability.map((level, at) => ({
    level: drawn(level, language),
    cells: (matrix.grid[at] ?? []).map(place => risks[place] ?? UNKNOWN),
  }))
  return {
    rows: rows.reverse(),
    columns: matrix.impact.map(level => drawn(level, language)),
    risks: [...risks].reverse(),
  }
}
