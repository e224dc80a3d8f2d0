/** Rows grouped by a field: how many are in each group, and how to request them. */
import { queryOptions } from '@tanstack/react-query'
import { get, type Params } from '@/api/client'
import type { Field, Key, Resource } from '@/api/model'
import { formatNumber } from '@/i18n/format'
import type { Labels } from '@/i18n/labels'
import { type Column, isField } from '../../columns'
import { isNumber } from '../widths'

export interface Group {
  key: Key | boolean | null
  label: string | null
  count: number
  sums?: Record<string, string | number | null>
}

interface Answer {
  count: number
  groups: Group[]
}

/** The columns whose numbers are added up. */
export function summable(columns: Column[]): Column[] {
  return columns.filter(column => isField(column) && isNumber(column))
}

export function groupsQuery(path: string, by: string, params: Params, sums: string[]) {
  const { ordering: _, ...filters } = params
  const asked = { ...filters, by, sum: sums.join(',') || undefined }
  return queryOptions({
    queryKey: ['list', path, 'groups', asked],
    queryFn: ({ signal }) => get<Answer>(`${path}/groups/`, asked, signal),
    staleTime: 15_000,
  })
}

/** The filters that let only a group through. */
export function onlyGroup(by: string, group: Group): Record<string, string> {
  return group.key === null ? { [`${by}__isnull`]: 'true' } : { [by]: String(group.key) }
}

export function nameOf(
  resource: Resource,
  field: Field,
  group: Group,
  labels: Labels,
  t: (key: string) => string,
): string {
  if (group.key === null) return t('list.groups.none')
  if (field.kind === 'boolean') return t(group.key === true ? 'common.yes' : 'common.no')
  const choice = field.choices?.find(choice => choice.key === group.key)
  if (choice) return choice.key === '--' ? t('list.groups.none') : labels.choice(resource, field, choice)
  return group.label ?? String(group.key)
}

/** The sums of a group, with the names of their columns. */
export function sumsOf(resource: Resource, columns: Column[], group: Group, labels: Labels): string[] {
  return columns.flatMap(column => {
    const sum = group.sums?.[column.name]
    return sum === null || sum === undefined
      ? []
      : [`${labels.field(resource, column)}: ${formatNumber(Number(sum))}`]
  })
}

/** A line of a grouped list: the head of a group, or one of its rows. */
export type Line = { group: number; at: number | null }

export function linesOf(groups: Group[], folded: ReadonlySet<string>): Line[] {
  return groups.flatMap((group, index): Line[] => [
    { group: index, at: null },
    ...(folded.has(String(group.key))
      ? []
      : Array.from({ length: group.count }, (_, at) => ({ group: index, at }))),
  ])
}
