/** The words that a file has for choices when it was exported from a list: those of the interface, in its language. */
import type { Choice, Field, Key } from '@/api/model'

/** Field to word to key. */
export type Words = Record<string, Record<string, Key>>

const folded = (text: Key) =>
  String(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** The server knows the key and its own label of a choice; words that say the same are left out. */
export function wordsOf(fields: Field[], wordOf: (field: Field, choice: Choice) => string): Words {
  const words: Words = {}
  for (const field of fields) {
    for (const choice of field.choices ?? []) {
      const word = wordOf(field, choice)
      if ([choice.key, choice.label].some(known => folded(known) === folded(word))) continue
      words[field.name] = { ...words[field.name], [word]: choice.key }
    }
  }
  return words
}
