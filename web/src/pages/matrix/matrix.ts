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
  /** For a cell with little room: the abbreviation, or else as many letters as tell it apart. */
  short: string
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

const HEX = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i
const DARK = '#1f211e'
const LIGHT = '#ffffff'
/** What text needs to be read by everyone. */
const READABLE = 4.5

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

/** Our own dark or white, whichever can be read; black on the few colours on which neither can. */
export const inkOn = (colour: string): string =>
  [DARK, LIGHT].find(ink => contrast(colour, ink) >= READABLE) ?? '#000000'

/** A colour with six digits; three are each meant twice. */
export function colourOf(text: string | null | undefined): string | null {
  if (!text || !HEX.test(text)) return null
  return text.length === 4 ? `#${[...text.slice(1)].map(digit => digit + digit).join('')}` : text
}

function drawn(level: LevelDefinition, language?: string): DrawnLevel {
  const colour = colourOf(level.hexcolor)
  const abbreviation = spokenIn(level, 'abbreviation', language)
  return {
    name: spokenIn(level, 'name', language) || abbreviation || String(level.id + 1),
    short: abbreviation,
    description: spokenIn(level, 'description', language),
    colour,
    ink: colour && inkOn(colour),
  }
}

const UNKNOWN: DrawnLevel = { name: '?', short: '?', description: '', colour: null, ink: null }

/** The beginnings of names that differ: “H” and “L”, but “Me” and “Mi”. */
function abbreviated(levels: DrawnLevel[]): DrawnLevel[] {
  const unlike = (name: string, length: number) =>
    levels.filter(other => other.name.slice(0, length) === name.slice(0, length)).length === 1
  const shortest = (name: string) => [1, 2, 3].find(length => unlike(name, length)) ?? 0
  return levels.map((level, at) => ({
    ...level,
    short: level.short || level.name.slice(0, shortest(level.name)) || String(at + 1),
  }))
}

export interface Levels {
  probability: DrawnLevel[]
  impact: DrawnLevel[]
  risk: DrawnLevel[]
}

/** The levels of each kind, the lowest first. */
export function levelsOf(matrix: MatrixDefinition, language?: string): Levels {
  const all = (levels: LevelDefinition[]) => abbreviated(levels.map(level => drawn(level, language)))
  return { probability: all(matrix.probability), impact: all(matrix.impact), risk: all(matrix.risk) }
}

export function draw(matrix: MatrixDefinition, language?: string): Drawn {
  const { probability, impact, risk } = levelsOf(matrix, language)
  const rows = probability.map((level, at) => ({
    level,
    cells: (matrix.grid[at] ?? []).map(place => risk[place] ?? UNKNOWN),
  }))
  return { rows: rows.reverse(), columns: impact, risks: [...risk].reverse() }
}
