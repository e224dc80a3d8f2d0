/** What a list shows, as the cells of a file. */
import type { TFunction } from 'i18next'
import type { Resource } from '@/api/model'
import type { Labels } from '@/i18n/labels'
import { type Column, isField } from '../../columns'
import { asText } from '../../value/Value'
import { isNumber } from '../widths'

export type Cell = string | number

/** A value as in the table; numbers stay numbers, and dates keep the format that every spreadsheet knows. */
export function cellOf(
  resource: Resource,
  column: Column,
  value: unknown,
  { labels, t }: { labels: Labels; t: TFunction },
): Cell {
  if (value === null || value === undefined || value === '--') return ''
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no')
  if (isField(column) && column.choices) {
    const choice = column.choices.find(choice => choice.key === value)
    return choice ? labels.choice(resource, column, choice) : String(value)
  }
  if (typeof value === 'number') return value
  if (typeof value === 'string' && isNumber(column) && value !== '' && !Number.isNaN(Number(value)))
    return Number(value)
  // A computed state has a name of its own.
  if (typeof value === 'object' && 'name' in value && 'hexcolor' in value)
    return labels.mark(String(value.name))
  if (isField(column) && column.kind === 'any' && typeof value === 'object' && 'resource' in value)
    return `${value.resource}:${asText(value)}`
  return Array.isArray(value) ? several(value.map(asText)) : asText(value)
}

/** What can stand between names; an import splits a cell at the last of these that it has. */
const MARKS = [',', ';', '|', '\n']

/** Names in one cell, separated by what is in none of them, so that an import finds them again. */
export function several(names: string[]): string {
  const used = MARKS.findLastIndex(mark => names.some(name => name.includes(mark)))
  return names.join(`${MARKS[used + 1] ?? '\n'} `)
}

/** A CSV cell. A leading sign would turn a text into a formula in a spreadsheet, so it is escaped. */
export function quoted(cell: Cell): string {
  if (typeof cell === 'number') return String(cell)
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The mark at the beginning tells spreadsheets that the letters are UTF-8. */
export function csv(lines: Cell[][]): string {
  return `\uFEFF${lines.map(line => line.map(quoted).join(',')).join('\r\n')}`
}
