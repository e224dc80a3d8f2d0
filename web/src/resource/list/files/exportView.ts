/** Exports the table as it is: its columns in order, all rows in order. */
import i18next from 'i18next'
import { get } from '@/api/client'
import { saveAs } from '@/api/download'
import type { Field, Resource, Row } from '@/api/model'
import type { Page } from '@/api/objects'
import { queryClient } from '@/api/query'
import { labels } from '@/i18n/labels'
import { columns as allColumns, type Column } from '../../columns'
import { groupsQuery, onlyGroup } from '../grouping/groups'
import { type Cell, cellOf, csv } from './cells'
import { MEDIA_TYPE, xlsx } from './xlsx'

interface Wanted {
  resource: Resource
  columns: Column[]
  params: Record<string, string>
  /** The field that rows are grouped by. */
  group?: string
}

const STEP = 1000

export async function exportView(wanted: Wanted, format: 'csv' | 'xlsx') {
  const { resource } = wanted
  const lines = await linesOf(wanted)
  const name = resource.path.replaceAll('/', '-')
  if (format === 'csv') saveAs(`${name}.csv`, new Blob([csv(lines)], { type: 'text/csv' }))
  else saveAs(`${name}.xlsx`, new Blob([xlsx(labels.plural(resource), lines)], { type: MEDIA_TYPE }))
}

async function linesOf({ resource, columns: shown, params, group }: Wanted): Promise<Cell[][]> {
  const by = group ? allColumns(resource).find(column => column.name === group) : undefined
  // Without the heads of its groups a file would not say what they have in common.
  const columns = by && !shown.includes(by) ? [by, ...shown] : shown
  const words = { labels, t: i18next.t }
  const lines: Cell[][] = [columns.map(column => labels.field(resource, column))]
  const add = (row: Row) => {
    lines.push(columns.map(column => cellOf(resource, column, row[column.name], words)))
  }
  if (!by) await eachRow(resource.path, params, add)
  else {
    const query = groupsQuery(resource.path, (by as Field).name, params, [])
    const { groups } = await queryClient.fetchQuery({ ...query, staleTime: 0 })
    for (const one of groups) await eachRow(resource.path, { ...params, ...onlyGroup(by.name, one) }, add)
  }
  return lines
}

async function eachRow(path: string, params: Record<string, string>, add: (row: Row) => void) {
  for (let offset = 0, count = 1; offset < count; offset += STEP) {
    const page = await get<Page>(`${path}/`, { ...params, limit: STEP, offset })
    count = page.count
    page.results.forEach(add)
  }
}
