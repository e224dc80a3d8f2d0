/** Where the keys go. */
import { counts, type Node, RESULTS, type Result, resultOf } from './tree'

/** The requirement that many steps on, over headings. It stays where it is at either end. */
export function step(shown: readonly Node[], from: string | null, by: 1 | -1): string | null {
  const at = shown.findIndex(node => node.id === from)
  for (
    let next = at < 0 && by < 0 ? shown.length - 1 : at + by;
    next >= 0 && next < shown.length;
    next += by
  ) {
    const node = shown[next] as Node
    if (counts(node)) return node.id
  }
  return from
}

/** The next one that is not assessed; after the last one it starts again, and stays if there is none. */
export function nextOpen(shown: readonly Node[], from: string | null): string | null {
  const at = shown.findIndex(node => node.id === from)
  const order = [...shown.slice(at + 1), ...shown.slice(0, at + 1)]
  return order.find(node => node.id !== from && counts(node) && resultOf(node) === 'not_assessed')?.id ?? from
}

/** `1` to `5`, with or without the number block. */
export function resultFor(event: Pick<KeyboardEvent, 'key' | 'shiftKey'>): Result | undefined {
  return event.shiftKey || !/^[1-5]$/.test(event.key) ? undefined : RESULTS[Number(event.key) - 1]
}

/** Shift and a digit, by the place of the key: with Shift it writes something else. */
export function scoreFor(event: Pick<KeyboardEvent, 'code' | 'shiftKey'>): number | undefined {
  const digit = event.code.match(/^Digit(\d)$/)?.[1]
  return event.shiftKey && digit !== undefined ? Number(digit) : undefined
}

/** The scores that a requirement can have, as long as there are few enough for a button each. */
export function scale(min: number, max: number): number[] | undefined {
  const size = max - min + 1
  return size > 0 && size <= 8 ? Array.from({ length: size }, (_, at) => min + at) : undefined
}
