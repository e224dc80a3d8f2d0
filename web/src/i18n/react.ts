/**
 * The words of the interface in components, which are drawn again when another language is chosen. Written here because
 * every component needs it, most of them many times on a page: what a library does for languages and words that are
 * loaded on the way is already done by the start and by `parts.ts`.
 */
import i18next, { type i18n, type TFunction } from 'i18next'
import { useSyncExternalStore } from 'react'

export interface Words {
  t: TFunction
  i18n: i18n
}

const known = new Map<string, Words>()

/**
 * Most words are the same each time: a page asks for hundreds of them, and looking one up takes as long as drawing a line.
 * With another part, what had none may have words.
 */
function remembering(t: TFunction): TFunction {
  const found = new Map<string, string>()
  i18next.store?.on('added', () => found.clear())
  const look = (key: string, ...more: []) => {
    if (more.length > 0) return t(key, ...more)
    const words = found.get(key) ?? t(key)
    found.set(key, words)
    return words
  }
  return Object.assign(look, t) as TFunction
}

function wordsIn(language: string): Words {
  const found = known.get(language) ?? { t: remembering(i18next.getFixedT(language)), i18n: i18next }
  known.set(language, found)
  return found
}

function subscribe(changed: () => void) {
  i18next.on('languageChanged', changed)
  return () => i18next.off('languageChanged', changed)
}

/** The same object until the language changes. */
export function useTranslation(): Words {
  return wordsIn(useSyncExternalStore(subscribe, () => i18next.language))
}
