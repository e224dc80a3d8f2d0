/** Flows from severities to statuses, laid out as bands between two columns. */

export interface Flow {
  severity: string
  status: string
  value: number
}

export interface Node {
  key: string
  value: number
  y: number
  height: number
}

export interface Band extends Flow {
  /** Where it leaves on the left and arrives on the right, from the top. */
  from: number
  to: number
  height: number
}

export interface Drawn {
  left: Node[]
  right: Node[]
  bands: Band[]
}

const GAP = 14
/** A band that can still be seen. */
const LEAST = 1.5

function column(keys: string[], sumOf: (key: string) => number, height: number, gaps: number): Node[] {
  const total = keys.reduce((all, key) => all + sumOf(key), 0)
  const scale = (height - gaps * GAP) / Math.max(1, total)
  const own = (keys.length - 1) * GAP
  // The column with fewer nodes stands in the middle.
  let y = (height - total * scale - own) / 2
  return keys.map(key => {
    const node = { key, value: sumOf(key), y, height: sumOf(key) * scale }
    y += node.height + GAP
    return node
  })
}

/** `severities` and `statuses` are the order from the top; what nothing flows through has no node. */
export function layOut(flows: Flow[], severities: string[], statuses: string[], height: number): Drawn {
  const sum = (some: Flow[]) => some.reduce((all, flow) => all + flow.value, 0)
  const of = (side: 'severity' | 'status') => (key: string) => sum(flows.filter(flow => flow[side] === key))
  const [lefts, rights] = [
    severities.filter(key => of('severity')(key) > 0),
    statuses.filter(key => of('status')(key) > 0),
  ]
  const gaps = Math.max(lefts.length, rights.length) - 1
  const left = column(lefts, of('severity'), height, gaps)
  const right = column(rights, of('status'), height, gaps)
  const scale = (height - gaps * GAP) / Math.max(1, sum(flows))
  const arrived = new Map(right.map(node => [node.key, node.y]))
  const bands = left.flatMap(node => {
    let from = node.y
    return right.flatMap(target => {
      const flow = flows.find(one => one.severity === node.key && one.status === target.key)
      if (!flow) return []
      const size = flow.value * scale
      const band = { ...flow, from, to: arrived.get(target.key) ?? 0, height: Math.max(LEAST, size) }
      from += size
      arrived.set(target.key, band.to + size)
      return [band]
    })
  })
  return { left, right, bands }
}

/** The outline of a band that bends from one column to the other. */
export function outline(band: Band, left: number, right: number): string {
  const middle = (left + right) / 2
  const { from, to, height } = band
  return [
    `M${left} ${from}C${middle} ${from} ${middle} ${to} ${right} ${to}`,
    `V${to + height}C${middle} ${to + height} ${middle} ${from + height} ${left} ${from + height}Z`,
  ].join('')
}
