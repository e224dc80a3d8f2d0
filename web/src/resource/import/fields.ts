/** What a file can say about objects of a resource, and how its columns become fields. */
import type { Field, Resource } from '@/api/model'
import type { FileColumn } from './api'

export function canImport(resource: Resource): boolean {
  return !resource.read_only && (resource.permissions.add || resource.permissions.change)
}

/** The fields that a column can be. */
export function importable(resource: Resource): Field[] {
  return resource.fields.filter(
    field => field.name === 'id' || (!field.read_only && !field.write_only && field.kind !== 'file'),
  )
}

const folded = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/**
 * Which field each column is at first: what the server takes it for, or else the field that the interface calls so. A field
 * is told by one column only.
 */
export function firstMapping(
  columns: FileColumn[],
  fields: Field[],
  nameOf: (field: Field) => string,
): Record<string, string> {
  const taken = new Set(columns.map(column => column.field))
  return Object.fromEntries(
    columns.map(({ heading, field }) => {
      const called = fields.find(one => !taken.has(one.name) && folded(nameOf(one)) === folded(heading))
      const chosen = field ?? called?.name ?? ''
      taken.add(chosen)
      return [heading, chosen]
    }),
  )
}

/** What rows must have and no column says: it is chosen once for all of them, if it can be. */
export function missing(resource: Resource, mapped: ReadonlySet<string>): { given: Field[]; lost: Field[] } {
  // Whoever knows the id changes what is there, and need not say the rest.
  const open = importable(resource).filter(field => !mapped.has(field.name))
  const given = open.filter(
    field => field.kind === 'reference' && (field.required || field.name === 'folder') && field.options,
  )
  const lost = mapped.has('id') ? [] : open.filter(field => field.required && !given.includes(field))
  return { given, lost }
}

/** Fields that two columns are mapped to. */
export function twice(mapping: Record<string, string>): Set<string> {
  const names = Object.values(mapping).filter(Boolean)
  return new Set(names.filter((name, at) => names.indexOf(name) !== at))
}

/** The header in which the server takes a reference for all rows: `X-Findings-Assessment-Id`. */
export const headerOf = (field: string) => `x-${field.replaceAll('_', '-')}-id`
