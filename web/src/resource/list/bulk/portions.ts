/**
 * Many objects are changed in batches: each is one transaction, so that there is progress and the rest can
 * be cancelled.
 */

export interface Failure {
  id: string
  error: string
}

export interface Portion {
  succeeded: { id: string }[]
  failed: Failure[]
}

export interface Outcome {
  succeeded: string[]
  failed: Failure[]
  /** What was not tried: someone cancelled, or the server could not be reached any more. */
  left: string[]
  /** Why the rest was not tried, if nobody cancelled. */
  error?: unknown
}

export interface Progress {
  done: number
  failed: number
  total: number
}

const PORTION = 100

export function portionsOf(ids: string[], size = PORTION): string[][] {
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, at) =>
    ids.slice(at * size, (at + 1) * size),
  )
}

/** Runs `act` on one batch after another. Only what the server confirmed is reported as done. */
export async function inTurn(
  portions: string[][],
  act: (ids: string[], at: number) => Promise<Portion>,
  tell: (progress: Progress) => void = () => {},
  signal?: AbortSignal,
): Promise<Outcome> {
  const total = portions.reduce((sum, portion) => sum + portion.length, 0)
  const outcome: Outcome = { succeeded: [], failed: [], left: [] }
  for (const [at, portion] of portions.entries()) {
    const rest = () => portions.slice(at).flat()
    if (signal?.aborted) {
      outcome.left = rest()
      break
    }
    try {
      const answer = await act(portion, at)
      outcome.succeeded.push(...answer.succeeded.map(one => one.id))
      outcome.failed.push(...answer.failed)
    } catch (error) {
      outcome.left = rest()
      outcome.error = error
      break
    }
    const failed = outcome.failed.length
    tell({ done: outcome.succeeded.length + failed, failed, total })
  }
  return outcome
}

/** The reasons of failures, each once, the most frequent first. */
export function reasons(failed: Failure[]): { reason: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { error } of failed) counts.set(error, (counts.get(error) ?? 0) + 1)
  return [...counts].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count)
}
