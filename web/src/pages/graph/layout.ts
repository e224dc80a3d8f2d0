/**
 * Positions of the assets on a map. Supported assets are left of those that support them, so that the map
 * reads like a page and grows downwards, where there is room. Unconnected parts are placed below each
 * other.
 */
import type { AssetMap } from './assets'

export const NODE = { width: 208, height: 34, between: 8, columns: 84, parts: 28 }

export interface Place {
  id: string
  x: number
  y: number
  column: number
}
export interface Layout {
  places: Map<string, Place>
  width: number
  height: number
}

/** The longest path of links from the leftmost asset to an asset. */
export function depths(map: AssetMap): Map<string, number> {
  const depth = new Map<string, number>()
  const open = new Map([...map.values()].map(node => [node.id, node.parents.length]))
  const ready = [...map.keys()].filter(id => open.get(id) === 0)
  for (const id of ready) if (!depth.has(id)) depth.set(id, 0)
  while (ready.length > 0) {
    const id = ready.shift() as string
    for (const child of map.get(id)?.children ?? []) {
      depth.set(child, Math.max(depth.get(child) ?? 0, (depth.get(id) ?? 0) + 1))
      open.set(child, (open.get(child) ?? 1) - 1)
      if (open.get(child) === 0) ready.push(child)
    }
  }
  // The server allows no circles; if there is one nevertheless, its assets still get a place.
  for (const id of map.keys()) if (!depth.has(id)) depth.set(id, 0)
  return depth
}

/** Connected assets, the largest group first. */
export function parts(map: AssetMap): string[][] {
  const seen = new Set<string>()
  const found: string[][] = []
  for (const id of map.keys()) {
    if (seen.has(id)) continue
    seen.add(id)
    const part = [id]
    for (const one of part) {
      const node = map.get(one)
      for (const next of [...(node?.parents ?? []), ...(node?.children ?? [])]) {
        if (seen.has(next)) continue
        seen.add(next)
        part.push(next)
      }
    }
    found.push(part)
  }
  return found.sort((a, b) => b.length - a.length)
}

const SWEEPS = 10
const STEP = NODE.height + NODE.between

export function layOut(map: AssetMap): Layout {
  const depth = depths(map)
  const places = new Map<string, Place>()
  let top = 0
  let widest = 0
  for (const part of parts(map)) {
    const columns: string[][] = []
    for (const id of part) {
      const column = depth.get(id) ?? 0
      columns[column] = [...(columns[column] ?? []), id]
    }
    const filled = Array.from(columns, column => column ?? [])
    const heights = stack(map, filled, untangle(map, filled))
    filled.forEach((column, index) => {
      for (const id of column) {
        const y = top + (heights.get(id) ?? 0)
        places.set(id, { id, x: index * (NODE.width + NODE.columns), y, column: index })
      }
    })
    widest = Math.max(widest, filled.length)
    top += Math.max(...heights.values()) + NODE.height + NODE.parts
  }
  const width = Math.max(0, widest * (NODE.width + NODE.columns) - NODE.columns)
  return { places, width, height: Math.max(0, top - NODE.parts) }
}

/** A rank for each asset, so that few links cross when columns are in this order. */
function untangle(map: AssetMap, columns: string[][]): Map<string, number> {
  const rank = new Map<string, number>()
  for (const column of columns) {
    column.sort((a, b) =>
      (map.get(a)?.name ?? '').localeCompare(map.get(b)?.name ?? '', undefined, { numeric: true }),
    )
    column.forEach((id, at) => {
      rank.set(id, at / column.length)
    })
  }
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    const forward = sweep % 2 === 0
    for (const column of forward ? columns : [...columns].reverse()) {
      const wish = new Map(
        column.map(id => {
          const linked = map.get(id)?.[forward ? 'parents' : 'children'] ?? []
          const mean = linked.reduce((sum, one) => sum + (rank.get(one) ?? 0), 0) / linked.length
          return [id, linked.length > 0 ? mean : (rank.get(id) ?? 0)]
        }),
      )
      column.sort((a, b) => (wish.get(a) ?? 0) - (wish.get(b) ?? 0))
      column.forEach((id, at) => {
        rank.set(id, at / column.length)
      })
    }
  }
  return rank
}

/**
 * Heights as in an index of a book: each asset at the height of the first that it rests on, the
 * others below, and nothing of the next begins before this one ends. Of several assets that it
 * supports, it stands with the one in the nearest column.
 */
function stack(map: AssetMap, columns: string[][], rank: Map<string, number>): Map<string, number> {
  const column = new Map(columns.flatMap((ids, at) => ids.map(id => [id, at] as const)))
  const below = new Map<string, string[]>()
  const roots: string[] = []
  const byRank = (a: string, b: string) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0)
  for (const id of column.keys()) {
    const host = (map.get(id)?.parents ?? [])
      .filter(parent => (column.get(parent) ?? 0) < (column.get(id) ?? 0))
      .sort((a, b) => (column.get(b) ?? 0) - (column.get(a) ?? 0) || byRank(a, b))[0]
    if (host) below.set(host, [...(below.get(host) ?? []), id])
    else roots.push(id)
  }
  const heights = new Map<string, number>()
  const free = columns.map(() => 0)
  const place = (id: string, top: number) => {
    const y = Math.max(top, ...columnsUnder(id).map(at => free[at] ?? 0))
    heights.set(id, y)
    free[column.get(id) ?? 0] = y + STEP
    for (const next of (below.get(id) ?? []).sort(byRank)) place(next, y)
  }
  const columnsUnder = (id: string): number[] => [
    column.get(id) ?? 0,
    ...(below.get(id) ?? []).flatMap(columnsUnder),
  ]
  for (const root of roots.sort(byRank)) place(root, 0)
  return heights
}
