/**
 * Edits that wait to be saved. Each is a function, so that it can be made again on what someone else has saved in the
 * meantime, as long as they left alone what it replaces.
 */
import type { Content } from './content'

export interface Edit {
  run: (content: Content) => Content
  /** What it is about, for who is told that it was not saved. */
  name: string
  /** What the person wrote. */
  mine?: string
  /** The value that it replaces; it must still be there. */
  replaces?: (content: Content) => unknown
  /** That value as the person saw it. */
  seen?: unknown
}

export const applied = (content: Content, edits: readonly Edit[]): Content =>
  edits.reduce((now, edit) => edit.run(now), content)

const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** Splits edits into those that can be made on other content, and those that would overwrite someone's words. */
export function onto(content: Content, edits: readonly Edit[]): { kept: Edit[]; refused: Edit[] } {
  const kept: Edit[] = []
  const refused: Edit[] = []
  let now = content
  for (const edit of edits) {
    if (edit.replaces && !same(edit.replaces(now), edit.seen)) refused.push(edit)
    else {
      kept.push(edit)
      now = edit.run(now)
    }
  }
  return { kept, refused }
}
