/** Which commands fit the words, and in which order. */

export interface Rankable {
  key: string
  group: string
  label: string
}

/** Called just so, begins so, has a word that begins so, has it somewhere. */
function closeness(label: string, words: string): number {
  if (label === words) return 3
  if (label.startsWith(words)) return 2
  return label.includes(` ${words}`) ? 1 : 0
}

/**
 * Groups stay together, in the given order. Within a group, exact names come first, and among equals what
 * is used most.
 */
export function ranked<E extends Rankable>(all: E[], words: string, weight: (key: string) => number): E[] {
  const wanted = words.toLowerCase()
  const parts = wanted.split(/\s+/).filter(Boolean)
  const groups = [...new Set(all.map(entry => entry.group))]
  return all
    .map((entry, at) => ({ entry, at, label: entry.label.toLowerCase() }))
    .filter(({ label }) => parts.every(part => label.includes(part)))
    .map(one => ({
      ...one,
      group: groups.indexOf(one.entry.group),
      close: closeness(one.label, wanted),
      weight: weight(one.entry.key),
    }))
    .sort((a, b) => a.group - b.group || b.close - a.close || b.weight - a.weight || a.at - b.at)
    .map(one => one.entry)
}
