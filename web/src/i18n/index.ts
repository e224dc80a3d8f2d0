/**
 * Words of the interface. English comes with the first load; another language is fetched when it
 * is chosen, and words that few pages need with those pages (`parts.ts`). The words for resources, fields and choices come from the model document in English;
 * `labels.ts` looks for better words or a translation of them by name.
 */
import i18next from 'i18next'
import en from './en.json'
import enModel from './en.model.json'
import { partsIn } from './parts'

export const LANGUAGES = { en: 'English', fr: 'Français' } as const
export type Language = keyof typeof LANGUAGES

const STORED = 'cairn.lang'

export async function setLanguage(language: Language) {
  if (language === 'fr' && !i18next.hasResourceBundle('fr', 'translation')) {
    const [words, model] = await Promise.all([import('./fr.json'), import('./fr.model.json')])
    i18next.addResourceBundle('fr', 'translation', words.default)
    i18next.addResourceBundle('fr', 'model', model.default)
  }
  await partsIn(language)
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
  localStorage.setItem(STORED, language)
}

const ofBrowser = () => navigator.language.slice(0, 2)

/** Whether the interface speaks the language of the browser. */
export function speaksBrowser(): boolean {
  return ofBrowser() in LANGUAGES
}

function firstLanguage(): Language {
  const wanted = localStorage.getItem(STORED) ?? ofBrowser()
  return wanted in LANGUAGES ? (wanted as Language) : 'en'
}

export async function startLanguages() {
  await i18next.init({
    resources: { en: { translation: en, model: enModel } },
    lng: 'en',
    fallbackLng: 'en',
    ns: ['translation', 'model'],
    interpolation: { escapeValue: false },
  })
  await setLanguage(firstLanguage())
}
