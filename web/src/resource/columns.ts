/** Which fields a list can show, which it shows at first, and how fields are grouped on a page. */
import type { Computed, Field, Resource } from '@/api/model'

export type Column = Field | Computed
export const isField = (column: Column): column is Field => 'kind' in column

const HIDDEN = new Set(['id', 'str'])

/** Everything that can be a column. */
export function columns(resource: Resource): Column[] {
  const fields = resource.fields.filter(
    field =>
      !HIDDEN.has(field.name) && !field.write_only && field.kind !== 'json' && field.kind !== 'translations',
  )
  const computed = resource.computed.filter(field => !field.detail_only && !HIDDEN.has(field.name))
  return [...fields, ...computed]
}

/** The field that names an object, and leads to it. */
export function nameField(resource: Resource): string {
  for (const name of ['name', 'label', 'email', 'str']) {
    if ([...resource.fields, ...resource.computed].some(field => field.name === name)) return name
  }
  return resource.fields.find(field => field.kind === 'text' && field.required)?.name ?? 'id'
}

const MOST = 6

/** A first choice: reference and name, then what says how things stand, who answers and when it is due. */
export function defaultColumns(resource: Resource): string[] {
  const all = columns(resource)
  const name = nameField(resource)
  const rank = (column: Column): number => {
    if (column.name === 'ref_id') return 0
    if (column.name === name) return 1
    if (!isField(column)) return 99
    if (column.name === 'is_published' || column.name === 'builtin') return 99
    if (column.kind === 'choice')
      return /status|state|severity|priority|type|category/.test(column.name) ? 3 : 6
    if (column.name === 'owner') return 4
    if (column.kind === 'date') return /eta|due|expiry/.test(column.name) ? 5 : 7
    if (column.kind === 'reference') return column.name === 'folder' ? 8 : column.required ? 2 : 6
    if (column.name === 'is_active' || column.kind === 'email') return 3
    if (column.kind === 'url') return column.required ? 3 : 99
    if (column.name === 'updated_at') return 9
    return column.kind === 'text' && column.required ? 2 : 99
  }
  return all
    .map((column, at) => ({ name: column.name, rank: rank(column), at }))
    .filter(column => column.rank < 99)
    .sort((a, b) => a.rank - b.rank || a.at - b.at)
    .slice(0, MOST)
    .map(column => column.name)
}

export interface FieldGroup {
  name: 'main' | 'state' | 'dates' | 'relations' | 'structured' | 'options'
  fields: Field[]
}

const RECORD = new Set(['id', 'created_at', 'updated_at'])

function groupOf(field: Field): FieldGroup['name'] {
  switch (field.kind) {
    case 'choice':
    case 'integer':
    case 'decimal':
      return 'state'
    case 'date':
    case 'datetime':
      return 'dates'
    case 'reference':
      return field.target === 'folders' && field.name !== 'parent_folder' ? 'main' : 'relations'
    case 'many':
      return 'relations'
    case 'json':
    case 'translations':
      return 'structured'
    case 'boolean':
      return 'options'
    default:
      return 'main'
  }
}

/** Fields in groups by what they are, in the order of the model. Empty groups fall out. */
export function groups(fields: Field[]): FieldGroup[] {
  const order: FieldGroup['name'][] = ['main', 'state', 'dates', 'relations', 'structured', 'options']
  const shown = fields.filter(field => !RECORD.has(field.name))
  return order
    .map(name => ({ name, fields: shown.filter(field => groupOf(field) === name) }))
    .filter(group => group.fields.length > 0)
}
