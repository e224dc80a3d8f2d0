/** Texts inside of structured values, in the reader's language. */
import i18next from 'i18next'

export type Translations = Record<string, Record<string, string>> | null | undefined

/** A text of a part in the language of the interface, as far as it is translated. */
export function spokenIn(
  part: Record<string, unknown> & { translations?: Translations },
  field: string,
  language: string = i18next.language,
): string {
  const codes = Object.keys(part.translations ?? {})
  const code = codes.find(one => one === language) ?? codes.find(one => one.startsWith(`${language}-`))
  const translated = code && part.translations?.[code]?.[field]
  return translated || (typeof part[field] === 'string' ? (part[field] as string) : '')
}
