/** `asset: vault` looks for “vault” among assets only. */
import type { Resource } from '@/api/model'
import type { Labels } from '@/i18n/labels'

export interface Asked {
  /** What is looked for. */
  words: string
  /** The kinds that it is looked for among; none for everything. */
  kinds: Resource[]
}

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[-_/]+/g, ' ')
    .trim()

/** What a kind may be called: in the language of the person, in English, and as the API has it. */
const called = (resource: Resource, labels: Labels) =>
  [
    labels.name(resource),
    labels.plural(resource),
    resource.name,
    resource.plural,
    resource.path,
    resource.model,
  ].map(plain)

/** The kinds that a prefix means: one that is called just so, or else all with a word that begins so. */
export function kindsNamed(prefix: string, resources: Resource[], labels: Labels): Resource[] {
  const wanted = plain(prefix)
  if (!wanted) return []
  const exact = resources.filter(resource => called(resource, labels).includes(wanted))
  if (exact.length > 0) return exact
  return resources.filter(resource =>
    called(resource, labels).some(name => name.startsWith(wanted) || name.includes(` ${wanted}`)),
  )
}

export function asked(text: string, resources: Resource[], labels: Labels): Asked {
  const [, prefix, rest] = /^([^:]+):(.*)$/.exec(text) ?? []
  const kinds = prefix ? kindsNamed(prefix, resources, labels) : []
  return kinds.length > 0 ? { words: (rest ?? '').trim(), kinds } : { words: text.trim(), kinds: [] }
}

/** As many as fit in two lines. */
const TRIED = 6

/**
 * Kinds to offer as examples: those that the person uses most, and then the first of each module, so that
 * they stand for the whole product, however many kinds a module has.
 */
export function toTry(modules: Resource[][], weight: (kind: Resource) => number): Resource[] {
  return modules
    .flatMap((module, at) => module.map((kind, place) => ({ kind, at, place })))
    .sort((a, b) => weight(b.kind) - weight(a.kind) || a.place - b.place || a.at - b.at)
    .slice(0, TRIED)
    .map(one => one.kind)
}
