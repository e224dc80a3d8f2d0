/** A layout from the model document alone: how it stands, who answers, by when, how pressing, how far. */
import type { Field, Resource } from '@/api/model'
import type { Layout } from './layout'

const MOST = 5

/** Each kind of fact once, in this order. */
const FACTS: ((field: Field) => boolean)[] = [
  field => field.kind === 'choice' && /^(lc_)?(status|state)$/.test(field.name),
  field => field.kind === 'choice' && /severity|criticality/.test(field.name),
  field => field.kind === 'many' && /^(owner|authors|default_assignee)$/.test(field.name),
  field => field.kind === 'date' && /^(due_date|eta|expiry_date)$/.test(field.name),
  field => field.kind === 'choice' && field.name === 'priority',
  field => field.kind === 'integer' && field.min === 0 && field.max === 100,
  field => field.kind === 'boolean' && field.name === 'is_active',
]

export function generic(resource: Resource): Layout {
  const facts = FACTS.flatMap(is => resource.fields.find(field => !field.write_only && is(field)) ?? [])
  return { facts: facts.slice(0, MOST).map(field => field.name) }
}
