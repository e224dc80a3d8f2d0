import { isRef, type Ref, type Resource, type Row } from '@/api/model'
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
