/**
 * The path of a link. Where it crosses columns it goes through the gaps between their assets, never over
 * one.
 */
import { NODE, type Place } from './layout'

/** The assets of each column of a layout, by column. */
export function byColumn(places: Iterable<Place>): Map<number, Place[]> {
  const columns = new Map<number, Place[]>()
  for (const place of places) columns.set(place.column, [...(columns.get(place.column) ?? []), place])
  return columns
}

/** The height at which a column can be crossed, nearest to the desired one. */
export function gap(column: Place[], wished: number): number {
  const room = NODE.between / 2
  const isFree = (y: number) =>
    column.every(place => y <= place.y - room || y >= place.y + NODE.height + room)
  if (isFree(wished)) return wished
  const gaps = column.flatMap(place => [place.y - room, place.y + NODE.height + room]).filter(isFree)
  return gaps.reduce(
    (best, y) => (Math.abs(y - wished) < Math.abs(best - wished) ? y : best),
    gaps[0] ?? wished,
  )
}

/** From the right edge of one asset to the left edge of another, as points to pass: two for each column between them. */
export function route(from: Place, to: Place, columns: Map<number, Place[]>): [number, number][] {
  const start: [number, number] = [from.x + NODE.width, from.y + NODE.height / 2]
  const end: [number, number] = [to.x, to.y + NODE.height / 2]
  const points = [start]
  for (let at = from.column + 1; at < to.column; at += 1) {
    const left = at * (NODE.width + NODE.columns)
    const part = (left + NODE.width / 2 - start[0]) / (end[0] - start[0])
    const y = gap(columns.get(at) ?? [], start[1] + (end[1] - start[1]) * part)
    points.push([left, y], [left + NODE.width, y])
  }
  return [...points, end]
}

/** Curves between columns, straight lines through them. */
export function drawn(points: [number, number][]): string {
  const bend = NODE.columns * 0.6
  return points
    .map(([x, y], at) => {
      const before = points[at - 1]
      if (!before) return `M${x} ${y}`
      // Odd points end a curve, even ones the line through a column.
      return at % 2 === 0 ? `L${x} ${y}` : `C${before[0] + bend} ${before[1]} ${x - bend} ${y} ${x} ${y}`
    })
    .join('')
}
