import { LANGUAGES } from '@/i18n'
import { useTranslation } from '@/i18n/react'
import type { ControlProps } from './Control'

type Words = Record<string, Record<string, string>>

/** Name and description in other languages. */
export function TranslationsControl({ value, onChange, disabled }: ControlProps) {
  const { t } = useTranslation()
  const words = (value ?? {}) as Words
  const languages = [
    ...new Set([...Object.keys(LANGUAGES).filter(code => code !== 'en'), ...Object.keys(words)]),
  ]
  const set = (language: string, part: string, text: string) => {
    const inner = { ...words[language], [part]: text }
    if (!text) delete inner[part]
    const next = { ...words, [language]: inner }
    if (Object.keys(inner).length === 0) delete next[language]
    onChange(Object.keys(next).length > 0 ? next : null)
  }
  return (
    <div className="flex flex-col gap-2">
      {languages.map(language => (
        <div key={language} className="grid items-center gap-2 sm:grid-cols-[5rem_1fr_1fr]">
          <span className="text-ink-soft">{LANGUAGES[language as keyof typeof LANGUAGES] ?? language}</span>
          {['name', 'description'].map(part => (
            <input
              key={part}
              lang={language}
              disabled={disabled}
              aria-label={`${t(`translations.${part}`)} (${language})`}
              placeholder={t(`translations.${part}`)}
              value={words[language]?.[part] ?? ''}
              onChange={event => set(language, part, event.target.value)}
              className="control"
            />
          ))}
        </div>
      ))}
    </div>
  )
}
