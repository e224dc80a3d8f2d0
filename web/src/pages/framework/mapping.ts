/** Which frameworks correspond to one, and in which direction. */
import type { MappingSet } from './api'

export interface Neighbour {
  urn: string
  /** The loaded framework, if it is. */
  id?: string
  name: string
  /** Mappings from the framework of the page to this one, and back. */
  to: MappingSet[]
  from: MappingSet[]
}

/** The part of a URN that people read. */
export const readable = (urn: string) => urn.split(':').at(-1) ?? urn

export function neighbours(
  urn: string,
  sets: MappingSet[],
  loaded: { id: string; urn: string; name: string }[],
): Neighbour[] {
  const found = new Map<string, Neighbour>()
  const at = (other: string) => {
    const known = loaded.find(one => one.urn === other)
    const one = found.get(other) ?? {
      urn: other,
      id: known?.id,
      name: known?.name ?? readable(other),
      to: [],
      from: [],
    }
    found.set(other, one)
    return one
  }
  for (const set of sets) {
    if (set.source_framework_urn === urn && set.target_framework_urn !== urn)
      at(set.target_framework_urn).to.push(set)
    else if (set.target_framework_urn === urn && set.source_framework_urn !== urn)
      at(set.source_framework_urn).from.push(set)
  }
  // What is loaded first: it can be opened.
  return [...found.values()].sort((a, b) => Number(!a.id) - Number(!b.id) || a.name.localeCompare(b.name))
}

export interface Spot {
  x: number
  y: number
}

export const BOX = { width: 190, height: 46 }
const GAP = 18

/** Where the neighbours stand: half of them left of the middle, half right of it. */
export function places(count: number, width: number): { middle: Spot; spots: Spot[]; height: number } {
  const right = Math.ceil(count / 2)
  const left = count - right
  const rows = Math.max(1, right, left)
  const height = rows * (BOX.height + GAP) - GAP
  const column = (many: number, at: number) => {
    const used = many * (BOX.height + GAP) - GAP
    return (height - used) / 2 + at * (BOX.height + GAP) + BOX.height / 2
  }
  const spots = Array.from({ length: count }, (_, at) =>
    at % 2 === 0
      ? { x: width - BOX.width / 2, y: column(right, at / 2) }
      : { x: BOX.width / 2, y: column(left, (at - 1) / 2) },
  )
  return { middle: { x: left === 0 ? BOX.width / 2 : width / 2, y: height / 2 }, spots, height }
}
