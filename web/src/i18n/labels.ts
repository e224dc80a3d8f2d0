/**
 * Words for what the model document names. The document is English and made from the names in the
 * code; a better word or a translation is looked up in the namespace `model`, first for the very thing, then for its name anywhere:
 *
 *   resources.assets.name, resources.assets.plural
 *   fields.assets.owner, then fields.owner
 *   choices.findings.status.to_do, then choices.to_do
 *   names.settings/global.feature-flags, for an object that the server names
 *   marks.etaMissed, for a state that is worked out
 *   modules.controls, actions.duplicate
 *   sentences.Now when left out., by the very words: what describes a part of a value or an input has no name
 *
 * What has none is shown as the document has it, so a new resource needs no line here to work.
 */
import i18next from 'i18next'
import { useMemo } from 'react'
import type { Choice, Resource } from '@/api/model'
import { useTranslation } from '@/i18n/react'

function look(keys: string[], english: string): string {
  for (const key of keys) {
    // Only this language: English words for another language come from the document.
    const found = i18next.getResource(i18next.language, 'model', key)
    if (typeof found === 'string') return found
  }
  return english
}

const capital = (text: string) => text.replace(/^\p{Ll}/u, letter => letter.toUpperCase())

const safe = (text: string | number) => String(text).replace(/[.:]/g, '_')

/** A name from the code in words: `is_enabled` is “Enabled”. */
export const spoken = (name: string) => capital(name.replace(/^is_/, '').replaceAll(/[_-]+/g, ' '))

export interface Named {
  name: string
  label: string
}

export const labels = {
  name: (resource: Resource) => look([`resources.${resource.path}.name`], resource.name),
  /** After a verb: “asset” in English, which has “New” before it, “un actif” in French. */
  one: (resource: Resource) => look([`resources.${resource.path}.one`], labels.name(resource).toLowerCase()),
  plural: (resource: Resource) => look([`resources.${resource.path}.plural`], resource.plural),
  /** Those about an object that also has some of its own: of a rule, what other rules have found about it. */
  about: (resource: Resource, field: Named) =>
    look(
      [`resources.${resource.path}.about`],
      `${labels.plural(resource)} (${labels.field(resource, field)})`,
    ),
  /** The plural of a resource of which only the path is known. */
  pluralOf: (path: string) => look([`resources.${path}.plural`], spoken(path.replaceAll('-', ' '))),
  field: (resource: Resource, field: Named) =>
    look([`fields.${resource.path}.${field.name}`, `fields.${field.name}`], field.label),
  help: (resource: Resource, field: { name: string; help: string }) =>
    look([`help.${resource.path}.${field.name}`, `help.${field.name}`], field.help),
  /** An object that the server names: a group of settings, a built-in role, or that of a domain (“Retail - Analyst”). */
  known: (path: string, name: string): string => {
    const at = name.lastIndexOf(' - ')
    const last = at < 0 ? name : name.slice(at + 3)
    return name.slice(0, name.length - last.length) + look([`names.${path}.${last}`], last)
  },
  doc: (resource: Resource) => look([`resources.${resource.path}.doc`], resource.doc),
  choice: (resource: Resource, field: { name: string }, choice: Choice) => {
    const key = safe(choice.key)
    return capital(look([`choices.${resource.path}.${field.name}.${key}`, `choices.${key}`], choice.label))
  },
  /** The values of a text that only ever has a few, such as a computed answer, with their words; none for other texts. */
  answers: (resource: Resource, name: string): Choice[] => {
    const said: unknown = i18next.getResource(i18next.language, 'model', `choices.${resource.path}.${name}`)
    return said && typeof said === 'object'
      ? Object.entries(said as Record<string, string>).map(([key, label]) => ({ key, label }))
      : []
  },
  /** A computed state, by its name in the code. */
  mark: (name: string) =>
    look([`marks.${name}`], spoken(name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase())),
  /** A value inside of a structured field, or an input of an action. */
  part: (name: string) => look([`fields.${name}`], spoken(name)),
  /** What the document says about a part of a value, or an input of an action. */
  sentence: (english: string | undefined): string | undefined => {
    const said: unknown = i18next.getResource(i18next.language, 'model', 'sentences')
    return (english && (said as Record<string, string> | undefined)?.[english]) || english
  },
  topic: (topic: string) => look([`topics.${topic}`], spoken(topic)),
  module: (module: Named) => look([`modules.${module.name}`], module.label),
  action: (resource: Resource, action: Named) =>
    look([`actions.${resource.path}.${action.name}`, `actions.${action.name}`], action.label),
}

export type Labels = typeof labels

/** The same functions, rendered again when the language changes. */
export function useLabels(): Labels {
  const { i18n } = useTranslation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new object on a new language
  return useMemo(() => ({ ...labels }), [i18n.language])
}
