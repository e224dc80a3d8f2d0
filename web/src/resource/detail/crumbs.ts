import { isRef, type Model, type Ref, type Resource, type Row } from '@/api/model'
import type { Labels } from '@/i18n/labels'
import { layoutOf } from '@/layouts'
import type { Crumb } from '@/shell/PageHeader'
import { to } from '../address'

/** The list, then the parent domains as links, as far as they may be seen. */
export function crumbs(resource: Resource, row: Row | null, plural: string): Crumb[] {
  const path = Array.isArray(row?.path) ? (row.path as unknown[]).filter(isRef) : []
  const domains = resource.path === 'folders' ? path.slice(0, -1) : path
  return [
    { label: plural, to: to.list(resource.path) },
    ...domains.map((domain: Ref) => ({ label: domain.str, to: to.item('folders', domain.id) })),
  ]
}

/** The same, for any object: a part of something else, such as a scenario of an assessment, lies under that. */
export function crumbsOf(model: Model, resource: Resource, row: Row | null, labels: Labels): Crumb[] {
  const { partOf } = layoutOf(resource)
  const whole = partOf && row ? row[partOf] : null
  const target = resource.fields.find(field => field.name === partOf)?.target ?? ''
  const wholes = model.resources[target]
  if (!isRef(whole) || !wholes) return crumbs(resource, row, labels.plural(resource))
  return [
    ...crumbs(wholes, row, labels.plural(wholes)),
    { label: whole.str, to: to.item(wholes.path, whole.id) },
  ]
}
