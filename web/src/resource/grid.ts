/** Structured values that are tables: parts of the same shape, such as one per security objective. */
import type { Schema } from '@/api/model'

export interface Grid {
  rows: [string, Schema][]
  columns: [string, Schema][]
}

/** The rows and columns of a schema whose parts all have the same simple parts. */
export function gridOf(schema: Schema): Grid | null {
  const rows = Object.entries(schema.properties ?? {})
  const first = rows[0]?.[1].properties
  if (rows.length < 2 || !first) return null
  const shape = Object.keys(first).join()
  const isAlike = rows.every(([, row]) => Object.keys(row.properties ?? {}).join() === shape)
  const columns = Object.entries(first)
  const isSimple = columns.every(([, part]) => typeOf(part) !== 'object' && typeOf(part) !== 'array')
  return isAlike && isSimple ? { rows, columns } : null
}

/** The one part of a structure that is nothing but such a table. */
export function onlyPart(schema: Schema): string | null {
  const [first, ...more] = Object.entries(schema.properties ?? {})
  return first && more.length === 0 && gridOf(first[1]) ? first[0] : null
}

export function typeOf(schema: Schema): string | undefined {
  return Array.isArray(schema.type) ? schema.type.find(type => type !== 'null') : schema.type
}
