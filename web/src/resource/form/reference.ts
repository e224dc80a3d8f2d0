/**
 * Which resource an input of an action refers to. The schema only says that it is an id; its name says
 * the rest: that of a field of the resource (`folder`), of a resource (`users`), or of a role that
 * objects of the same resource play in the action (`target`, `sources`).
 */
import type { Field, Model, Resource, Schema } from '@/api/model'

const SAME = new Set(['target', 'source', 'sources', 'ids'])

const isId = (schema: Schema) => schema.format === 'uuid'

export function targetOf(name: string, schema: Schema, model: Model, owner?: Resource): string | null {
  if (!isId(schema) && !(schema.items && isId(schema.items))) return null
  const field = owner?.fields.find(field => field.name === name && field.target)
  if (field?.target) return field.target
  const named = [name, `${name}s`].map(path => path.replaceAll('_', '-')).find(path => model.resources[path])
  return named ?? (owner && SAME.has(name) ? owner.path : null)
}

/** A field that the pickers of the form understand. */
export function asField(name: string, label: string, schema: Schema, target: string): Field {
  return {
    name,
    label,
    help: '',
    kind: schema.items ? 'many' : 'reference',
    widget: 'reference',
    required: false,
    nullable: true,
    write_only: false,
    read_only: false,
    immutable: false,
    search: false,
    lookups: [],
    orderable: false,
    target,
    options: true,
  }
}
