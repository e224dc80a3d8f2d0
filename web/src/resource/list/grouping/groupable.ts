import type { Field, Resource } from '@/api/model'

const GROUPED = new Set(['choice', 'boolean', 'reference'])

/** The fields that rows can be grouped by. */
export function groupable(resource: Resource): Field[] {
  return resource.fields.filter(
    field => GROUPED.has(field.kind) && !field.write_only && field.lookups.includes('exact'),
  )
}
