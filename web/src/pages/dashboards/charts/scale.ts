/** Axes: where numbers and days lie in a chart. */
import type { Point } from '../api'

/** Round numbers from zero, or from under the least, to over the most; at most five of them. */
export function ticks(least: number, most: number): number[] {
  const from = Math.min(0, least)
  const span = Math.max(most - from, Number.EPSILON)
  const raw = span / 4
  const size = 10 ** Math.floor(Math.log10(raw))
  const step = [1, 2, 2.5, 5, 10].map(one => one * size).find(one => one >= raw * 0.999) ?? raw
  // Half a finding says nothing.
  const whole = Number.isInteger(least) && Number.isInteger(most) ? Math.max(1, Math.ceil(step)) : step
  const first = Math.floor(from / whole) * whole
  const count = Math.max(1, Math.ceil((most - first) / whole - 1e-9))
  return Array.from({ length: count + 1 }, (_, at) => Number((first + at * whole).toPrecision(12)))
}

/** The moment of a point: that of its measurement, or its day. */
export const moment = (point: Point) => Date.parse(point.at ?? `${point.date}T00:00:00Z`)

/** At most so many of a list, evenly, with the first and the last. */
export function some<T>(all: T[], most: number): T[] {
  if (all.length <= most) return all
  return Array.from({ length: most }, (_, at) => all[Math.round((at * (all.length - 1)) / (most - 1))] as T)
}

/** Heights of labels moved apart, so that none covers another. */
export function spread(wanted: number[], gap: number, top: number, bottom: number): number[] {
  const order = wanted.map((y, at) => ({ y, at })).sort((a, b) => a.y - b.y)
  let last = top - gap
  for (const one of order) {
    one.y = Math.max(one.y, last + gap)
    last = one.y
  }
  let next = bottom + gap
  for (const one of [...order].reverse()) {
    one.y = Math.min(one.y, next - gap)
    next = one.y
  }
  const out: number[] = []
  for (const one of order) out[one.at] = one.y
  return out
}

/** A piece of a ring, or of a disc if it has no hole. Angles are shares of a whole, from the top, clockwise. */
export function slice(
  cx: number,
  cy: number,
  outer: number,
  inner: number,
  from: number,
  to: number,
): string {
  // A whole circle has no end to draw to.
  const end = Math.min(to, from + 0.9999)
  const at = (radius: number, share: number) => {
    const angle = share * 2 * Math.PI - Math.PI / 2
    return `${(cx + radius * Math.cos(angle)).toFixed(2)} ${(cy + radius * Math.sin(angle)).toFixed(2)}`
  }
  const large = end - from > 0.5 ? 1 : 0
  const arc = `M${at(outer, from)}A${outer} ${outer} 0 ${large} 1 ${at(outer, end)}`
  return inner > 0
    ? `${arc}L${at(inner, end)}A${inner} ${inner} 0 ${large} 0 ${at(inner, from)}Z`
    : `${arc}L${cx} ${cy}Z`
}
