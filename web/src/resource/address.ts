/** Resolves a URL to what it shows, with the model document. Paths of resources may contain a slash. */
import type { Model, Resource } from '@/api/model'

export type Place =
  | { kind: 'list'; resource: Resource }
  | { kind: 'new'; resource: Resource }
  | { kind: 'import'; resource: Resource }
  | { kind: 'item'; resource: Resource; id: string }
  | { kind: 'edit'; resource: Resource; id: string }
  | { kind: 'nothing' }

export function resolve(model: Model, address: string): Place {
  const parts = address.split('/').filter(Boolean)
  for (let length = parts.length; length > 0; length -= 1) {
    const resource = model.resources[parts.slice(0, length).join('/')]
    if (!resource) continue
    const [id, verb, ...more] = parts.slice(length)
    if (more.length > 0 || (verb && verb !== 'edit')) return { kind: 'nothing' }
    if (!id) return { kind: 'list', resource }
    if (id === 'import') return verb ? { kind: 'nothing' } : { kind: 'import', resource }
    if (id === 'new') return verb ? { kind: 'nothing' } : { kind: 'new', resource }
    return verb ? { kind: 'edit', resource, id } : { kind: 'item', resource, id }
  }
  return { kind: 'nothing' }
}

export const to = {
  list: (path: string) => `/${path}`,
  import: (path: string) => `/${path}/import`,
  create: (path: string) => `/${path}/new`,
  item: (path: string, id: string) => `/${path}/${id}`,
  edit: (path: string, id: string) => `/${path}/${id}/edit`,
}
