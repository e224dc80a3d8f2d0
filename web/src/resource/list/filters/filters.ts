/** The filters of a resource, from the lookups of its fields and from its own. */
import type { Choice, Field, Resource } from '@/api/model'
import type { Labels } from '@/i18n/labels'

export type Filter = {
  name: string
  label: string
  /** The parameters of the address that it owns. */
  params: string[]
} & (
  | { kind: 'choices' | 'reference' | 'range' | 'contains' | 'boolean'; field: Field }
  | { kind: 'flag' | 'text'; help: string }
  | { kind: 'answer'; answers: Choice[] }
)

const KINDS: Partial<Record<Field['kind'], 'choices' | 'reference' | 'range' | 'contains' | 'boolean'>> = {
  choice: 'choices',
  reference: 'reference',
  many: 'reference',
  date: 'range',
  datetime: 'range',
  integer: 'range',
  decimal: 'range',
  boolean: 'boolean',
  text: 'contains',
  email: 'contains',
  url: 'contains',
}

/** A list can be filtered by the kind of object it is about; for a particular object, see its page. */
function byResource(resource: Resource, field: Field, labels: Labels): Filter {
  const name = `${field.name}__resource`
  const choices = (field.targets ?? []).map(path => ({ key: path, label: labels.pluralOf(path) }))
  const label = labels.field(resource, field)
  return {
    kind: 'choices',
    name,
    label,
    params: [name],
    field: { ...field, name, choices, lookups: ['resource'] },
  }
}

export function filtersOf(resource: Resource, labels: Labels): Filter[] {
  const byField = resource.fields.flatMap((field): Filter[] => {
    if (field.kind === 'any' && field.targets?.length) return [byResource(resource, field, labels)]
    const kind = KINDS[field.kind]
    if (!kind || field.name === 'id' || field.write_only) return []
    if (kind === 'reference' && !field.options) return []
    const has = (lookup: string) => field.lookups.includes(lookup)
    const params = {
      choices: [field.name, `${field.name}__isnull`],
      reference: [field.name, `${field.name}__isnull`],
      boolean: [field.name],
      contains: [`${field.name}__icontains`],
      range: [`${field.name}__gte`, `${field.name}__lte`, `${field.name}__isnull`],
    }[kind]
    if (kind === 'contains' && !has('icontains')) return []
    return [{ kind, name: field.name, label: labels.field(resource, field), params, field }]
  })
  const own = resource.filters.map((filter): Filter => {
    const label = labels.field(resource, { name: filter.name, label: words(filter.name) })
    const answers = labels.answers(resource, filter.name)
    if (answers.length > 0)
      return { kind: 'answer', name: filter.name, label, params: [filter.name], answers }
    const kind = filter.schema.type === 'boolean' ? 'flag' : 'text'
    return { kind, name: filter.name, label, params: [filter.name], help: labels.help(resource, filter) }
  })
  const rank = (filter: Filter) =>
    ['choices', 'answer', 'reference', 'flag', 'boolean', 'range', 'contains', 'text'].indexOf(filter.kind)
  const named = new Set(byField.map(filter => filter.name))
  return [...byField, ...own.filter(filter => !named.has(filter.name))].sort((a, b) => rank(a) - rank(b))
}

const words = (name: string) =>
  name
    .replaceAll('_', ' ')
    .trim()
    .replace(/^./, letter => letter.toUpperCase())
