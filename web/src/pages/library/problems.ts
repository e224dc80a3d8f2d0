/** What the server found wrong with a library file, taken apart for reading. */
import { ApiError } from '@/api/client'

export interface Problem {
  /** “Line 12”, or “Sheet x, row 3”. */
  place: string
  /** Where in the structure, such as `objects.threats[0].name`. */
  path: string
  text: string
}

/** “Line 12: objects.threats[0].name: Expected a text.” */
export function readProblem(said: string): Problem {
  const place = /^((?:Line|Ligne) \d+|(?:Sheet|Feuille) [^:]+?)\s?: /u.exec(said)
  const rest = place ? said.slice(place[0].length) : said
  const path = /^([a-z_]\w*(?:\[\d+\])?(?:\.\w+(?:\[\d+\])?)*): /.exec(rest)
  return { place: place?.[1] ?? '', path: path?.[1] ?? '', text: path ? rest.slice(path[0].length) : rest }
}

/** All that is wrong with the file, or nothing if it was refused for another reason. */
export function problemsIn(error: unknown): Problem[] {
  if (!(error instanceof ApiError)) return []
  return (error.problem.errors?.file ?? []).map(readProblem)
}
