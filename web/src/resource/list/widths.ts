/** The width of a column: as wide as its content, and never too narrow for its own name. */
import type { Resource } from '@/api/model'
import type { Labels } from '@/i18n/labels'
import { type Column, isField } from '../columns'
import { sortOf } from '../value/late'

const WIDTHS: Record<string, number> = {
  date: 116,
  datetime: 136,
  boolean: 84,
  integer: 88,
  decimal: 104,
  reference: 164,
  many: 172,
  email: 210,
  url: 200,
  markdown: 280,
  text: 180,
}
/** What a letter takes at the size of a table, and what stands around the words of a badge or a head. */
const LETTER = 7.4
const BADGE = 44
const HEAD = 50
const MOST = 200

/** A text that may be longer than this is more than a name. */
const NAME_LENGTH = 500

export const isSentence = (column: Column) =>
  isField(column) && column.kind === 'text' && (column.max_length ?? 0) > NAME_LENGTH

export function widthOf(resource: Resource, column: Column, labels: Labels): number {
  return Math.round(Math.max(content(resource, column, labels), head(labels.field(resource, column))))
}

function content(resource: Resource, column: Column, labels: Labels): number {
  if (column.name === 'ref_id') return 112
  if (!isField(column)) return /integer|number/.test(String(column.schema.type)) ? (WIDTHS.integer ?? 0) : 140
  if (column.kind === 'choice') {
    const longest = Math.max(
      0,
      ...(column.choices ?? []).map(choice => labels.choice(resource, column, choice).length),
    )
    return Math.min(MOST, longest * LETTER + BADGE)
  }
  // It says how late it is, too.
  if (column.kind === 'date' && sortOf(column.name)) return 208
  if (column.kind === 'integer' && column.min === 0 && column.max === 100) return 128
  return WIDTHS[isSentence(column) ? 'markdown' : column.kind] ?? 160
}

/** A name of several words may break off; one alone is shown whole. */
const head = (label: string) => Math.min(MOST, label.length * LETTER + HEAD)

/** Numbers stand at the right, so that their digits are under each other. */
export function isNumber(column: Column): boolean {
  if (!isField(column)) return /^(integer|number)$/.test(String(column.schema.type))
  if (column.kind === 'integer') return !(column.min === 0 && column.max === 100)
  return column.kind === 'decimal'
}
