/** Nested settings with a part of them changed, as the server merges it: what is left out stays, a null or a list replaces. */
type Part = { [name: string]: unknown }

const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function merge<T extends object>(now: T, change: object): T {
  const next: Part = { ...(now as Part) }
  for (const [name, value] of Object.entries(change)) {
    const before = next[name]
    next[name] = isPart(before) && isPart(value) ? merge(before, value) : value
  }
  return next as T
}
