/**
 * The pages that the person came through, by their position in the browser's history: `Esc` goes back one
 * page, not one filter.
 */

export interface Stop {
  path: string
  index: number
}

/** The trail once a page is reached. What lay ahead is forgotten, and so is the way round to a page one is back at. */
export function arrive(trail: readonly Stop[], next: Stop): Stop[] {
  const behind = trail.filter(stop => stop.index < next.index)
  const again = behind.findIndex(stop => stop.path === next.path)
  return [...(again < 0 ? behind : behind.slice(0, again)), next]
}

/** How many entries of the history lie between the page and the one before it; undefined when there was none. */
export function stepBack(trail: readonly Stop[]): number | undefined {
  const [before, here] = trail.slice(-2)
  return before && here ? before.index - here.index : undefined
}
