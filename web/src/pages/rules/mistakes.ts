/** Where in an expression the mistakes are that the server has found. */

export interface Mistake {
  message: string
  /** Counted from 1; unknown for what is wrong with the whole. */
  line?: number
  from?: number
  to?: number
}

/** “Line 2, column 7: …”, in either language. */
const POSITION = /^(?:Line|Ligne) (\d+), (?:column|colonne) (\d+)\s*:\s*/
const QUOTED = /^[^“«]*[“«]\s*([\w-]+)\s*[”»]/u

export function placed(messages: string[], source: string): Mistake[] {
  return messages.map(message => {
    const position = POSITION.exec(message)
    if (position) return atPosition(message, source, Number(position[1]), Number(position[2]))
    const name = QUOTED.exec(message)?.[1]
    const from = name ? source.search(new RegExp(`(?<![\\w-])${name}(?![\\w-])`)) : -1
    if (!name || from < 0) return { message }
    return { message, line: lineOf(source, from), from, to: from + name.length }
  })
}

function atPosition(message: string, source: string, line: number, column: number): Mistake {
  const lines = source.split('\n')
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0)
  const own = lines[line - 1]
  if (own === undefined) return { message }
  // At least one letter is marked, also at the end of the line.
  const at = Math.min(Math.max(0, column - 1), Math.max(0, own.length - 1))
  const word = /^(?:\w+|.)/.exec(own.slice(at))?.[0].length ?? 0
  return { message, line, from: start + at, to: start + at + word }
}

export const lineOf = (source: string, at: number) => source.slice(0, at).split('\n').length

/** The source in parts, some of which are wrong. */
export function marked(source: string, mistakes: Mistake[]): { text: string; isWrong: boolean }[] {
  const spans = mistakes
    .flatMap(({ from, to }) => (from !== undefined && to !== undefined && to > from ? [{ from, to }] : []))
    .sort((a, b) => a.from - b.from)
  const parts: { text: string; isWrong: boolean }[] = []
  let done = 0
  for (const { from, to } of spans) {
    if (from < done || to > source.length) continue
    parts.push(
      { text: source.slice(done, from), isWrong: false },
      { text: source.slice(from, to), isWrong: true },
    )
    done = to
  }
  return [...parts, { text: source.slice(done), isWrong: false }].filter(part => part.text !== '')
}
