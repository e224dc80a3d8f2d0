/** Libraries as the page sees them: what is inside, how they stand, which of them are wanted. */
import type { Row } from '@/api/model'

export interface Library extends Row {
  name: string
  description: string | null
  urn: string
  ref_id: string | null
  locale: string
  version: number
  provider: string | null
  packager: string | null
  copyright: string | null
  publication_date: string | null
  builtin: boolean
  objects_meta: Record<string, number>
  dependencies: string[]
  is_loaded: boolean
  is_update: boolean
  /** The loaded library, if a version of it is loaded. */
  loaded_library: string | null
  translations?: Record<string, Record<string, string>> | null
}

/** The kinds that libraries have, the most telling first. */
export const KINDS = [
  'frameworks',
  'risk_matrices',
  'requirement_mapping_sets',
  'reference_controls',
  'threats',
  'metric_definitions',
  'preset',
] as const

/** What is inside, by kind, in the usual order; kinds that are not known come last. */
export function inside(library: Pick<Library, 'objects_meta'>): [string, number][] {
  const place = (kind: string) => {
    const at = (KINDS as readonly string[]).indexOf(kind)
    return at < 0 ? KINDS.length : at
  }
  return Object.entries(library.objects_meta)
    .filter(([, count]) => count > 0)
    .sort(([a], [b]) => place(a) - place(b) || a.localeCompare(b))
}

export type Part = 'all' | 'available' | 'loaded' | 'updates'
export const PARTS: Part[] = ['all', 'available', 'loaded', 'updates']

export function isIn(library: Pick<Library, 'is_loaded' | 'is_update'>, part: Part): boolean {
  if (part === 'available') return !library.is_loaded
  if (part === 'loaded') return library.is_loaded
  return part === 'all' || (library.is_loaded && library.is_update)
}

export interface Filter {
  part: Part
  words: string
  kind: string
  provider: string
  language: string
}

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether it is wanted, whichever part of the page is shown. */
export function matches(
  library: Library,
  { words, kind, provider, language }: Omit<Filter, 'part'>,
): boolean {
  if (kind && !library.objects_meta[kind]) return false
  if (provider && library.provider !== provider) return false
  if (language && !languages(library).includes(language)) return false
  const text = folded([library.name, library.ref_id, library.provider, library.description].join(' '))
  return folded(words)
    .split(/\s+/)
    .every(word => text.includes(word))
}

/** The language it is written in, then those it is translated to. */
export function languages(library: Library): string[] {
  return [library.locale, ...Object.keys(library.translations ?? {})]
    .map(code => code.slice(0, 2))
    .filter((code, at, all) => all.indexOf(code) === at)
}

/** What can be chosen to narrow the list: each value once, the most frequent first. */
export function choices(libraries: Library[], valuesOf: (library: Library) => string[]): string[] {
  const counts = new Map<string, number>()
  for (const value of libraries.flatMap(valuesOf)) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).map(([value]) => value)
}

export interface Needs {
  /** Loaded along with it. */
  also: Library[]
  /** URNs of libraries that are not in the store: loading would be refused. */
  missing: string[]
}

/** What loading a library would load besides: what it builds on, and what that builds on. */
export function needs(library: Library, all: Library[]): Needs {
  const result: Needs = { also: [], missing: [] }
  const seen = new Set([library.urn])
  const visit = (one: Library) => {
    for (const urn of one.dependencies) {
      if (seen.has(urn)) continue
      seen.add(urn)
      const found =
        all.find(other => other.urn === urn && other.locale === library.locale) ??
        all.find(other => other.urn === urn)
      if (!found) result.missing.push(urn)
      else if (!all.some(other => other.urn === urn && other.is_loaded)) {
        visit(found)
        result.also.push(found)
      }
    }
  }
  visit(library)
  return result
}
