/**
 * Words that few pages need. They come with those pages instead of with the first load: `parts/library.en.json` has the
 * words of the part `library`, next to its French ones.
 */
import i18next from 'i18next'

type Words = { default: Record<string, unknown> }
const FILES = import.meta.glob<Words>('./parts/*.json')

const wanted = new Set<string>()
const known = new Set<string>()

async function add(part: string, language: string) {
  const name = `./parts/${part}.${language}.json`
  if (known.has(name)) return
  const words = await FILES[name]?.()
  if (!words) return
  known.add(name)
  i18next.addResourceBundle(language, 'translation', words.default, true)
}

/** The words of a part, in English and in the language of the interface. */
async function loadWords(part: string) {
  wanted.add(part)
  await Promise.all(['en', i18next.language].map(language => add(part, language)))
}

/** All parts that are in use, for a language that is chosen now. */
export async function partsIn(language: string) {
  await Promise.all([...wanted].map(part => add(part, language)))
}

/** A page that is loaded together with its words. */
export function withWords<T>(part: string, load: () => Promise<T>): () => Promise<T> {
  return async () => (await Promise.all([load(), loadWords(part)]))[0]
}
