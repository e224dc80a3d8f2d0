/** Which fields a list can show, which it shows by default, and how fields are grouped on a page. */
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

/** The field with an object's name, which links to it. */
export function nameField(resource: Resource): string {
  for (const name of ['name', 'label', 'email', 'str']) {
    if ([...resource.fields, ...resource.computed].some(field => field.name === name)) return name
  }
  return resource.fields.find(field => field.kind === 'text' && field.required)?.name ?? 'id'
}

const MOST = 6
/** This many columns are enough by default; the rest would only make the list wider. */
const ENOUGH = 5

/** The default columns: reference and name, then status, owner and due date. */
export function defaultColumns(resource: Resource): string[] {
  const all = columns(resource)
  const name = nameField(resource)
  const rank = (column: Column): number => {
    if (column.name === 'ref_id') return 0
    if (column.name === name) return 1
    if (!isField(column)) return 99
    if (column.name === 'is_published' || column.name === 'builtin') return 99
    if (column.kind === 'choice')
      return /^(lc_)?(status|state|severity|priority|type)$/.test(column.name) ? 3 : 7
    if (column.name === 'owner') return 4
    if (column.name === 'first_name' || column.name === 'last_name') return 2
    if (column.kind === 'date') return /eta|due|expiry/.test(column.name) ? 5 : 8
    if (column.kind === 'reference') return column.name === 'folder' ? 6 : column.required ? 2 : 7
    if (column.name === 'is_active' || column.kind === 'email') return 3
    if (column.kind === 'url' || column.kind === 'link') return column.required ? 3 : 99
    if (column.name === 'updated_at') return 9
    return column.kind === 'text' && column.required ? 2 : 99
  }
  return all
    .map((column, at) => ({ name: column.name, rank: rank(column), at }))
    .filter(column => column.rank < 99)
    .sort((a, b) => a.rank - b.rank || a.at - b.at)
    .slice(0, MOST)
    .filter((column, at) => at < ENOUGH || column.rank < 7)
    .map(column => column.name)
}

type Sort = 'main' | 'state' | 'dates' | 'relations' | 'structured' | 'options'

export interface FieldGroup {
  name: Sort | 'topic'
  /** The common prefix of a group of fields: `dora` for `dora_…`. */
  topic?: string
  fields: Field[]
}

const RECORD = new Set(['id', 'created_at', 'updated_at'])

function sortOf(field: Field): Sort {
  switch (field.kind) {
    case 'choice':
    case 'integer':
    case 'decimal':
      return 'state'
    case 'date':
    case 'datetime':
      return 'dates'
    case 'reference':
      // What nothing can be without is asked first.
      return field.required || (field.target === 'folders' && field.name !== 'parent_folder')
        ? 'main'
        : 'relations'
    case 'many':
    case 'any':
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

/** Prefixes that say nothing about the topic. */
const NO_TOPIC = new Set(['is', 'has', 'max', 'min', 'last', 'next', 'first'])
const TOPIC_FROM = 3

/** The topics that several fields share by their prefix. */
export function topics(fields: Field[]): Set<string> {
  const counts = new Map<string, number>()
  for (const field of fields) {
    const topic = topicOf(field)
    if (topic) counts.set(topic, (counts.get(topic) ?? 0) + 1)
  }
  const many = [...counts].filter(([topic, count]) => count >= TOPIC_FROM && !NO_TOPIC.has(topic))
  return new Set(many.map(([topic]) => topic))
}

/** Links to other records have a place of their own: `security_exceptions` are no part of a topic “security”. */
const topicOf = (field: Field) =>
  sortOf(field) === 'relations' ? undefined : field.name.match(/^([a-z]+)_/)?.[1]

/** The main fields come first in a form, whatever the order of the model. */
const FIRST = ['name', 'label', 'email', 'ref_id', 'folder', 'description']
const place = (field: Field) => {
  const at = FIRST.indexOf(field.name)
  // What it belongs to comes right after its name.
  if (at < 0 && field.kind === 'reference') return FIRST.indexOf('email')
  return at < 0 ? FIRST.length : at
}

/** Fields in groups by kind, in the order of the model. Empty groups are dropped. */
export function groups(fields: Field[], known = topics(fields)): FieldGroup[] {
  const shown = fields.filter(field => !RECORD.has(field.name))
  const apart = (field: Field) => known.has(topicOf(field) ?? '')
  const sorted = (name: Sort): FieldGroup => ({
    name,
    fields: shown.filter(field => !apart(field) && sortOf(field) === name),
  })
  const main = sorted('main')
  main.fields.sort((a, b) => place(a) - place(b))
  return [
    main,
    sorted('state'),
    sorted('dates'),
    sorted('relations'),
    ...[...known].map(topic => ({
      name: 'topic' as const,
      topic,
      fields: shown.filter(field => topicOf(field) === topic),
    })),
    sorted('structured'),
    sorted('options'),
  ].filter(group => group.fields.length > 0)
}
