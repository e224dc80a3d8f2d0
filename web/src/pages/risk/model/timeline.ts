/** The course of an assessment: how many scenarios had which level, at each change. */
import type { Stage } from './scenario'

export interface Point extends Record<Stage, Record<string, number>> {
  date: string
  count: number
}

/** The last point of each day, and at most so many of them, evenly; the first and the last are always there. */
export function thinned(points: readonly Point[], most: number): Point[] {
  const days = new Map(points.map(point => [point.date.slice(0, 10), point]))
  const all = [...days.values()].sort((one, other) => one.date.localeCompare(other.date))
  if (all.length <= most) return all
  const step = (all.length - 1) / (most - 1)
  return Array.from({ length: most }, (_, at) => all[Math.round(at * step)] as Point)
}
