/**
 * Where each field goes on an object's page. Nothing gets lost: fields that no layout names are properties.
 */
import type { Computed, Field, Model, Resource, Row } from '@/api/model'
import type { Layout } from '@/layouts'
import { type Column, isField, nameField, topics } from '../columns'
import { isEmpty } from '../value/Value'
import { isTable, telling } from '../value/ValueTable'

export interface Group {
  /** The beginning that the names have in common; left out for the first group. */
  topic?: string
  fields: Column[]
}

export interface Arranged {
  facts: Column[]
  /** Texts, the description first. */
  prose: Field[]
  properties: Group[]
  /** What is a table or a structure, and needs the width. */
  structures: Column[]
}

const RECORD = ['created_at', 'updated_at']
const NEVER = new Set(['id', 'str', ...RECORD])

/** Whether a field is a list of its own rather than a property: other records, not people or labels. */
export function isListed(model: Model, field: Field): boolean {
  const target = field.kind === 'many' && field.target ? model.resources[field.target] : undefined
  if (!target?.listed) return false
  return !model.modules.find(module => module.name === target.module)?.settings
}

/** Short status fields first, then dates, then what it belongs to, then the rest. */
function rank(column: Column): number {
  if (!isField(column)) return 6
  if (column.name === 'ref_id') return 0
  if (column.name === 'folder' || column.name === 'parent_folder') return 1
  switch (column.kind) {
    case 'choice':
    case 'integer':
    case 'decimal':
      return 2
    case 'date':
    case 'datetime':
      return 3
    case 'reference':
    case 'any':
      return 4
    case 'many':
      return 5
    case 'boolean':
      return 8
    default:
      return 7
  }
}

const isStructure = (column: Column) =>
  isField(column)
    ? column.kind === 'json'
    : [column.schema.type].flat().some(type => type === 'array' || type === 'object') &&
      !('hexcolor' in (column.schema.properties ?? {})) &&
      !('str' in (column.schema.properties ?? {}))

export function arrange(model: Model, resource: Resource, layout: Layout, without: string[] = []): Arranged {
  const hidden = new Set([...NEVER, nameField(resource), ...(layout.without ?? []), ...without])
  const all: Column[] = [
    // Readers see the text in their language; its translations are for the form.
    ...resource.fields.filter(
      field => !field.write_only && field.kind !== 'translations' && !isListed(model, field),
    ),
    ...resource.computed,
  ].filter(column => !hidden.has(column.name))
  const facts = (layout.facts ?? []).flatMap(name => all.find(column => column.name === name) ?? [])
  const rest = all.filter(column => !facts.includes(column))
  const prose = rest
    .filter((column): column is Field => isField(column) && column.kind === 'markdown')
    .sort((a, b) => Number(b.name === 'description') - Number(a.name === 'description'))
  const structures = rest.filter(isStructure)
  const short = rest.filter(column => !prose.includes(column as Field) && !structures.includes(column))
  const known = topics(resource.fields)
  const topicOf = (column: Column) => {
    const topic = isField(column) ? column.name.split('_')[0] : undefined
    return topic && known.has(topic) && topic !== column.name ? topic : undefined
  }
  const wanted = layout.properties ?? []
  const place = (column: Column) => {
    const at = wanted.indexOf(column.name)
    return at < 0 ? wanted.length + rank(column) : at
  }
  const main = short
    .filter(column => !topicOf(column) || wanted.includes(column.name))
    .sort((a, b) => place(a) - place(b))
  const record = RECORD.flatMap(name => resource.fields.find(field => field.name === name) ?? [])
  const groups: Group[] = [{ fields: [...main, ...record] }]
  for (const topic of known) {
    const fields = short.filter(column => topicOf(column) === topic && !main.includes(column))
    if (fields.length > 0) groups.push({ topic, fields })
  }
  return { facts, prose, properties: groups.filter(group => group.fields.length > 0), structures }
}

/** Whether a value is empty for a reader. */
export function isBlank(value: unknown): boolean {
  if (isEmpty(value) || value === '--' || value === false) return true
  return Array.isArray(value) && isTable(value) && telling(value).length === 0
}

/** Whether a structure has any content: `{ objectives: {} }` has none. */
export function tells(value: unknown): boolean {
  if (isBlank(value)) return false
  if (Array.isArray(value)) return true
  return typeof value !== 'object' || Object.values(value as object).some(tells)
}

export const columnOf = (resource: Resource, row: Row, name: string): Field | Computed | undefined =>
  name in row
    ? (resource.fields.find(field => field.name === name) ??
      resource.computed.find(field => field.name === name))
    : undefined
