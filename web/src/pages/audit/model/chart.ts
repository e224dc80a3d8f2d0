/** The rings of the sunburst: sections outside, results inside. */

export interface Arc {
  from: number
  to: number
}

/** Shares of a circle, in turns, with nothing for what counts nothing. */
export function shares(values: readonly number[]): Arc[] {
  const total = values.reduce((sum, value) => sum + value, 0)
  let at = 0
  return values.map(value => {
    const from = at
    at += total > 0 ? value / total : 0
    return { from, to: at }
  })
}

/** The outline of a piece of a ring, from the top and clockwise. `gap` is kept free at its end. */
export function ringPath({ from, to }: Arc, inner: number, outer: number, middle: number, gap = 0): string {
  const length = to - from
  if (length <= 0) return ''
  // A full ring has no start and no end, so that it needs two halves.
  if (length > 0.999)
    return [
      ringPath({ from, to: from + 0.5 }, inner, outer, middle),
      ringPath({ from: from + 0.5, to: from + 0.9999 }, inner, outer, middle),
    ].join(' ')
  const end = Math.max(from + length * 0.4, to - gap)
  const point = (radius: number, turn: number) => {
    const angle = turn * 2 * Math.PI - Math.PI / 2
    const round = (value: number) => Math.round(value * 100) / 100
    return `${round(middle + radius * Math.cos(angle))} ${round(middle + radius * Math.sin(angle))}`
  }
  const large = end - from > 0.5 ? 1 : 0
  return `M${point(outer, from)} A${outer} ${outer} 0 ${large} 1 ${point(outer, end)} L${point(inner, end)} A${inner} ${inner} 0 ${large} 0 ${point(inner, from)} Z`
}
