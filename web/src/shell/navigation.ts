/** What the navigation shows: the modules of the model document, each with its resources and hand-made pages. */
import type { LucideIcon } from 'lucide-react'
import { useMemo } from 'react'
import { type Model, type Resource, useModel } from '@/api/model'
import { type Labels, useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { pages } from '@/pages'
import { resolve } from '@/resource/address'
import { iconNamed } from '@/ui/icons'
import type { Crumb } from './PageHeader'

export interface Entry {
  to: string
  label: string
  icon: LucideIcon
  resource?: Resource
  /** What it is for. */
  note?: string
  /** Addresses of what is a tab beside it. */
  beside: string[]
}
export interface Group {
  name: string
  label: string
  icon: LucideIcon
  /** The letter that goes there after `g`. */
  key: string | null
  settings: boolean
  entries: Entry[]
}

export const SETTINGS = '/settings'
export const MY_WORK = '/my-work'
export const INBOX = '/notifications'

export function groups(model: Model, labels: Labels, word: (key: string) => string): Group[] {
  const all = model.modules.map(module => {
    const inside = module.resources.flatMap(path => model.resources[path] ?? [])
    const resources = inside
      .filter(resource => resource.listed && !resource.beside)
      .map(resource => ({
        to: `/${resource.path}`,
        label: labels.plural(resource),
        icon: iconNamed(resource.icon),
        note: labels.doc(resource),
        resource,
        beside: inside.filter(other => other.beside === resource.path).map(other => `/${other.path}`),
      }))
    const byHand = pages
      .filter(page => page.module === module.name && (!page.needs || page.needs in model.resources))
      .map(page => ({
        to: page.path,
        label: word(page.title),
        icon: page.icon ?? iconNamed(module.icon),
        note: page.note && word(page.note),
        beside: [],
      }))
    const { name, key, settings } = module
    const entries: Entry[] = [...byHand, ...resources]
    return { name, key, settings, label: labels.module(module), icon: iconNamed(module.icon), entries }
  })
  return all.filter(group => group.entries.length > 0)
}

export function useNavigation(): Group[] {
  const model = useModel()
  const labels = useLabels()
  const { t } = useTranslation()
  return useMemo(() => groups(model, labels, key => t(key)), [model, labels, t])
}

const isUnder = (path: string, to: string) => path === to || path.startsWith(`${to}/`)

/** Whether an entry is the current page: its list, one of its objects, or a tab beside it. */
export const isAt = (entry: Entry, path: string) =>
  [entry.to, ...entry.beside].some(address => isUnder(path, address))

/** The module of a URL. Pages without a line in the navigation belong to one too. */
export function groupAt(all: Group[], model: Model, path: string): Group | undefined {
  const found = all.find(group => group.entries.some(entry => isAt(entry, path)))
  if (found) return found
  const place = resolve(model, path)
  return place.kind === 'nothing' ? undefined : all.find(group => group.name === place.resource.module)
}

/** A module with one page of its own name needs no opening. */
export const onlyEntry = (group: Group): Entry | undefined =>
  group.entries.length === 1 && group.entries[0]?.label === group.label ? group.entries[0] : undefined

/** Where a page stands, over its own name. */
export function useCrumbs(resource: Resource): Crumb[] {
  const { t } = useTranslation()
  const model = useModel()
  const labels = useLabels()
  const module = model.modules.find(one => one.name === resource.module)
  if (!module) return []
  const own = { label: labels.module(module) }
  return module.settings ? [{ label: t('settings.title'), to: SETTINGS }, own] : [own]
}
