/** Rectangles whose areas tell numbers, as close to squares as they can be laid out (Bruls, Huizing and van Wijk, 2000). */

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** How far the worst of a row is from a square; 1 is a square. */
function worst(row: number[], side: number): number {
  const sum = row.reduce((all, area) => all + area, 0)
  const [least, most] = [Math.min(...row), Math.max(...row)]
  return Math.max((side * side * most) / (sum * sum), (sum * sum) / (side * side * least))
}

/** A box for each number, in their order; numbers come largest first and are more than 0. */
export function squarify(values: number[], within: Box): Box[] {
  const total = values.reduce((all, value) => all + value, 0)
  if (total <= 0) return []
  const areas = values.map(value => (value / total) * within.width * within.height)
  const boxes: Box[] = []
  let rest = { ...within }
  for (let at = 0; at < areas.length; ) {
    const side = Math.min(rest.width, rest.height)
    let row = [areas[at] as number]
    while (at + row.length < areas.length) {
      const longer = [...row, areas[at + row.length] as number]
      if (worst(longer, side) > worst(row, side)) break
      row = longer
    }
    const thick = row.reduce((all, area) => all + area, 0) / side
    const upright = rest.width >= rest.height
    let along = 0
    for (const area of row) {
      const length = area / thick
      boxes.push(
        upright
          ? { x: rest.x, y: rest.y + along, width: thick, height: length }
          : { x: rest.x + along, y: rest.y, width: length, height: thick },
      )
      along += length
    }
    rest = upright
      ? { ...rest, x: rest.x + thick, width: rest.width - thick }
      : { ...rest, y: rest.y + thick, height: rest.height - thick }
    at += row.length
  }
  return boxes
}
