/** Which fields a form has, and their initial values. */
import type { Field, Resource } from '@/api/model'

export function formFields(resource: Resource): Field[] {
  return resource.fields.filter(field => !field.read_only && field.kind !== 'file' && field.kind !== 'id')
}

/** The values of a new object. `given` comes from the address or from the picker that asked for it. */
export function initialValues(resource: Resource, given: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    formFields(resource).map(field => {
      const empty = field.kind === 'many' ? [] : field.kind === 'boolean' ? false : field.nullable ? null : ''
      return [field.name, given[field.name] ?? field.default ?? empty]
    }),
  )
}

/** Nothing in fields that the server fills. */
export const blank = (fields: string[]): Record<string, unknown> =>
  Object.fromEntries(fields.map(name => [name, '']))

/** `set.owner=…` in a URL fills the field `owner` of a new object. */
export function givenValues(
  resource: Resource,
  search: Record<string, string | undefined>,
): Record<string, unknown> {
  const given: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(search)) {
    const field = name.startsWith('set.') && resource.fields.find(field => field.name === name.slice(4))
    if (field && value) given[field.name] = field.kind === 'many' ? value.split(',') : value
  }
  return given
}

/** As the API takes it: an empty text of a field that can be null is null. */
export function clean(field: Field, value: unknown): unknown {
  if (value === undefined) return field.nullable ? null : value
  if (value === '' && field.nullable) return null
  if (value === '' && field.kind !== 'text' && field.kind !== 'markdown')
    return field.nullable ? null : field.default
  if ((field.kind === 'integer' || field.kind === 'decimal') && typeof value === 'string')
    return Number(value)
  return value
}
