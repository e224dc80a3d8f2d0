/** Changes of structured values, such as settings, part by part: what stayed the same is left out. */
import type { FieldChange } from './entry'

type Parts = Record<string, unknown>

const isParts = (value: unknown): value is Parts =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('str' in value)

const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

export function parted(changes: FieldChange[], nameOf: (part: string) => string): FieldChange[] {
  return changes.flatMap(change => {
    const { before, after } = change
    if (!isParts(before) || !isParts(after)) return [change]
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    return names
      .filter(name => !same(before[name], after[name]))
      .map(name => ({
        field: `${change.field}.${name}`,
        label: nameOf(name),
        before: before[name],
        after: after[name],
      }))
  })
}
