/** Open controls by what they bring and what they take. */

export const QUADRANTS = ['quick_win', 'major_project', 'fill_in', 'thankless'] as const
export type Quadrant = (typeof QUADRANTS)[number]

export interface Weighed {
  id: string
  name: string
  impact: number
  effort: string
  status: string
  priority: number | null
  ranking_score: number
  quadrant: Quadrant
}

export interface ImpactEffort {
  cells: { impact: number; effort: string; count: number }[]
  /** The best first. */
  controls: Weighed[]
  /** How many lack an impact or an effort. */
  unrated: number
}

/** A place in the grid: impact and effort by their position in the scale, from the least. */
export interface Place {
  impact: number
  effort: number
}

export const nameOf = (impact: number | string, effort: string) => `${impact}-${effort}`

/** The same bounds as the server has: the middle counts as little effort and as much impact. */
export function quadrantAt({ impact, effort }: Place): Quadrant {
  if (impact >= 2) return effort <= 2 ? 'quick_win' : 'major_project'
  return effort <= 2 ? 'fill_in' : 'thankless'
}

const SIZE = 5
const within = (value: number) => Math.max(0, Math.min(SIZE - 1, value))

/** Where a key leads from a place; up is more impact, right is more effort. */
export function moved({ impact, effort }: Place, key: string): Place | null {
  const by: Record<string, Place> = {
    ArrowUp: { impact: impact + 1, effort },
    ArrowDown: { impact: impact - 1, effort },
    ArrowRight: { impact, effort: effort + 1 },
    ArrowLeft: { impact, effort: effort - 1 },
    Home: { impact, effort: 0 },
    End: { impact, effort: SIZE },
  }
  const to = by[key]
  return to ? { impact: within(to.impact), effort: within(to.effort) } : null
}

/** The diameter of a bubble in rem: its area tells the number, and the smallest holds a digit. */
export const bubble = (count: number, most: number) => 1.5 + 1.1 * Math.sqrt(count / Math.max(1, most))
