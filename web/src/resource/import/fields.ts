/** Which fields of a resource a file can have, and how its columns are mapped to them. */
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
 * The initial mapping: the server's suggestion, or else the field with that label in the interface. Each
 * field is mapped once.
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

/** Required fields without a column: they are chosen once for all rows, if possible. */
export function missing(resource: Resource, mapped: ReadonlySet<string>): { given: Field[]; lost: Field[] } {
  // Rows with an id change existing objects, and need no other fields.
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
