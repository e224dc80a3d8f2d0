/** What is different now from what is shown. */
import type { TFunction } from 'i18next'
import type { Field, Resource, Row } from '@/api/model'
import { formatDate, formatDateTime, formatNumber } from '@/i18n/format'
import type { Labels } from '@/i18n/labels'
import { type Column, isField } from '../columns'
import { rawValue } from '../list/useInlineEdit'
import { asText, isEmpty, plain } from '../value/Value'

/** Said by all other differences already. */
const SILENT = new Set(['id', 'created_at', 'updated_at'])

/** References are compared by their target, and relations regardless of order. */
function comparable(value: unknown): string {
  const raw = rawValue(value)
  if (isEmpty(raw)) return ''
  return JSON.stringify(Array.isArray(raw) ? raw.map(one => JSON.stringify(one)).sort() : raw)
}

export function differs(field: { name: string }, then: Row, now: Row | null | undefined): now is Row {
  if (!now || SILENT.has(field.name) || !(field.name in now)) return false
  return comparable(then[field.name]) !== comparable(now[field.name])
}

/** The fields that are different now. What follows from them, such as a count, is not told again. */
export function changedFields(resource: Resource, then: Row, now: Row): Field[] {
  return resource.fields.filter(field => !field.write_only && differs(field, then, now))
}

/** A value in words, for one line. */
export function inWords(
  resource: Resource,
  field: Column,
  value: unknown,
  labels: Labels,
  t: TFunction,
): string {
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no')
  if (isField(field)) {
    const choice = field.choices?.find(choice => choice.key === value)
    if (choice) return choice.key === '--' ? '' : labels.choice(resource, field, choice)
    if (field.kind === 'date' && value) return formatDate(String(value))
    if (field.kind === 'datetime' && value) return formatDateTime(String(value))
    if (field.kind === 'markdown') return plain(asText(value))
  }
  return typeof value === 'number' ? formatNumber(value) : asText(value)
}
