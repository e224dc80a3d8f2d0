/** The lines of two texts side by side: what stayed, went, came or became something else. */

export interface Line {
  number: number
  text: string
}
export interface Pair {
  kind: 'same' | 'removed' | 'added' | 'changed'
  left?: Line
  right?: Line
}

/** With more differences than this, the rest is shown as one block: nobody reads it line by line. */
const MOST = 500

const linesOf = (text: string) => {
  const lines = text.split(/\r\n|\n|\r/)
  // The end of the last line is no line of its own.
  if (lines.at(-1) === '') lines.pop()
  return lines
}

export function lineDiff(before: string, after: string): Pair[] {
  const [a, b] = [linesOf(before), linesOf(after)]
  let head = 0
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1
  let tail = 0
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1
  const common = matches(a.slice(head, a.length - tail), b.slice(head, b.length - tail))
  const pairs: Pair[] = []
  let [left, right] = [0, 0]
  const line = (lines: string[], at: number): Line => ({ number: at + 1, text: lines[at] as string })
  const upTo = (leftEnd: number, rightEnd: number) => {
    while (left < leftEnd || right < rightEnd) {
      const [hasLeft, hasRight] = [left < leftEnd, right < rightEnd]
      pairs.push({
        kind: hasLeft && hasRight ? 'changed' : hasLeft ? 'removed' : 'added',
        left: hasLeft ? line(a, left) : undefined,
        right: hasRight ? line(b, right) : undefined,
      })
      if (hasLeft) left += 1
      if (hasRight) right += 1
    }
  }
  const same = (leftAt: number, rightAt: number) => {
    upTo(leftAt, rightAt)
    pairs.push({ kind: 'same', left: line(a, left), right: line(b, right) })
    left += 1
    right += 1
  }
  for (let at = 0; at < head; at += 1) same(at, at)
  for (const [inLeft, inRight] of common) same(head + inLeft, head + inRight)
  for (let at = tail; at > 0; at -= 1) same(a.length - at, b.length - at)
  upTo(a.length, b.length)
  return pairs
}

/** The longest run of lines that both have, by the way with the fewest differences (Myers 1986). */
function matches(a: string[], b: string[]): [number, number][] {
  const most = Math.min(a.length + b.length, MOST)
  const reach = new Map<number, number>([[1, 0]])
  const trace: Map<number, number>[] = []
  for (let differences = 0; differences <= most; differences += 1) {
    trace.push(new Map(reach))
    for (let k = -differences; k <= differences; k += 2) {
      const down =
        k === -differences || (k !== differences && (reach.get(k - 1) ?? 0) < (reach.get(k + 1) ?? 0))
      let x = down ? (reach.get(k + 1) ?? 0) : (reach.get(k - 1) ?? 0) + 1
      let y = x - k
      while (x < a.length && y < b.length && a[x] === b[y]) {
        x += 1
        y += 1
      }
      reach.set(k, x)
      if (x >= a.length && y >= b.length) return back(trace, a.length, b.length)
    }
  }
  return []
}

function back(trace: Map<number, number>[], width: number, height: number): [number, number][] {
  const found: [number, number][] = []
  let [x, y] = [width, height]
  for (let differences = trace.length - 1; differences >= 0; differences -= 1) {
    const reach = trace[differences] as Map<number, number>
    const k = x - y
    const down =
      k === -differences || (k !== differences && (reach.get(k - 1) ?? 0) < (reach.get(k + 1) ?? 0))
    const before = down ? k + 1 : k - 1
    const fromX = differences === 0 ? 0 : (reach.get(before) ?? 0)
    const fromY = differences === 0 ? 0 : fromX - before
    while (x > fromX && y > fromY) {
      x -= 1
      y -= 1
      found.push([x, y])
    }
    ;[x, y] = [fromX, fromY]
  }
  return found.reverse()
}

export type Part = { pairs: Pair[] } | { folded: Pair[] }

/** Lines that stayed are folded where there are many; a few around each difference say where it is. */
export function folded(pairs: Pair[], around = 3, least = 4): Part[] {
  const near = new Set<number>()
  pairs.forEach((pair, at) => {
    if (pair.kind === 'same') return
    for (let by = -around; by <= around; by += 1) near.add(at + by)
  })
  const parts: Part[] = []
  let at = 0
  while (at < pairs.length) {
    const start = at
    const isNear = near.has(at)
    while (at < pairs.length && near.has(at) === isNear) at += 1
    const some = pairs.slice(start, at)
    parts.push(isNear || some.length < least ? { pairs: some } : { folded: some })
  }
  return parts
}
