/**
 * Where widgets lie: on a grid of twelve columns, none over another, each as far up as it goes. Pure arithmetic; what is moved
 * or resized pushes others down.
 */
export interface Box {
  id: string
  x: number
  y: number
  w: number
  h: number
}

export const COLUMNS = 12
/** The tallest that the server takes. */
const TALLEST = 50

const meet = (a: Box, b: Box) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value))

/** A box that fits the grid. */
function fitted(box: Box): Box {
  const w = clamp(box.w, 1, COLUMNS)
  return { ...box, w, h: clamp(box.h, 1, TALLEST), x: clamp(box.x, 0, COLUMNS - w), y: Math.max(0, box.y) }
}

/** Everything moved up as far as it goes. Of two that begin in the same row, `first` comes first. */
export function arrange(boxes: Box[], first?: string): Box[] {
  const order = boxes
    .map(fitted)
    .sort((a, b) => a.y - b.y || Number(b.id === first) - Number(a.id === first) || a.x - b.x)
  const placed: Box[] = []
  for (const box of order) {
    let one = box
    const isFree = (y: number) => !placed.some(other => meet(other, { ...one, y }))
    while (!isFree(one.y)) one = { ...one, y: one.y + 1 }
    while (one.y > 0 && isFree(one.y - 1)) one = { ...one, y: one.y - 1 }
    placed.push(one)
  }
  return placed.sort(byPlace)
}

/** From the top left to the bottom right, which is also the order in which they are read. */
export const byPlace = (a: Box, b: Box) => a.y - b.y || a.x - b.x

export const bottom = (boxes: Box[]) => Math.max(0, ...boxes.map(box => box.y + box.h))

/** The same with one changed. */
export function changed(boxes: Box[], id: string, change: Partial<Omit<Box, 'id'>>): Box[] {
  return arrange(
    boxes.map(box => (box.id === id ? fitted({ ...box, ...change }) : box)),
    id,
  )
}

const placeOf = (boxes: Box[], id: string) => boxes.find(box => box.id === id)

/** Only those that lie elsewhere, or are of another size, than before. */
export function different(before: Box[], after: Box[]): Box[] {
  return after.filter(box => {
    const old = placeOf(before, box.id)
    return !old || old.x !== box.x || old.y !== box.y || old.w !== box.w || old.h !== box.h
  })
}

export type Direction = 'left' | 'right' | 'up' | 'down'

/**
 * One step with a key. Up and down go on until something changes: a widget that is one row lower would move up again.
 */
export function stepped(boxes: Box[], id: string, direction: Direction): Box[] {
  const box = placeOf(boxes, id)
  if (!box) return boxes
  if (direction === 'left' || direction === 'right')
    return changed(boxes, id, { x: box.x + (direction === 'left' ? -1 : 1) })
  const by = direction === 'up' ? -1 : 1
  for (let y = box.y + by; y >= 0 && y <= bottom(boxes); y += by) {
    const next = changed(boxes, id, { y })
    if (placeOf(next, id)?.y !== box.y) return next
  }
  return boxes
}

/** One step wider, narrower, taller or lower. At the right edge it grows to the left. */
export function stretched(boxes: Box[], id: string, direction: Direction): Box[] {
  const box = placeOf(boxes, id)
  if (!box) return boxes
  if (direction === 'left') return changed(boxes, id, { w: box.w - 1 })
  if (direction === 'right') return changed(boxes, id, { w: box.w + 1 })
  return changed(boxes, id, { h: box.h + (direction === 'up' ? -1 : 1) })
}

/** The first place with room for something new. */
export function roomFor(boxes: Box[], w: number, h: number): { x: number; y: number } {
  for (let y = 0; ; y += 1)
    for (let x = 0; x + w <= COLUMNS; x += 1)
      if (!boxes.some(box => meet(box, { id: '', x, y, w, h }))) return { x, y }
}
