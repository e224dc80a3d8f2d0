/** What the navigation shows: the intentions of the model document, each with its resources and hand-made pages. */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Model, type Resource, useModel } from '@/api/model'
import { type Labels, useLabels } from '@/i18n/labels'
import { pages } from '@/pages'

export interface Entry {
  to: string
  label: string
  resource?: Resource
}
export interface Group {
  name: string
  label: string
  entries: Entry[]
}

export function groups(model: Model, labels: Labels, word: (key: string) => string): Group[] {
  const all = model.intentions.map(intention => {
    const resources = model.areas
      .filter(area => area.intention === intention.name)
      .flatMap(area => area.resources.map(path => model.resources[path]))
      .filter(resource => resource?.listed)
      .map(resource => ({ to: `/${resource!.path}`, label: labels.plural(resource!), resource }))
    const byHand = pages
      .filter(page => page.intention === intention.name && (!page.needs || page.needs in model.resources))
      .map(page => ({ to: page.path, label: word(page.title) }))
    return { name: intention.name, label: labels.intention(intention), entries: [...byHand, ...resources] }
  })
  return all.filter(group => group.entries.length > 0)
}

export function useNavigation(): Group[] {
  const model = useModel()
  const labels = useLabels()
  const { t } = useTranslation()
  return useMemo(() => groups(model, labels, key => t(key)), [model, labels, t])
}

/** The group and the entry under which a resource stands, for breadcrumbs. */
export function groupOf(model: Model, resource: Resource): string | undefined {
  return model.areas.find(area => area.name === resource.area)?.intention
}
