/** Files of what a list shows. */
import { get, linkTo, query, request } from '@/api/client'
import type { Resource, Row } from '@/api/model'
import type { Page } from '@/api/objects'
import { instantFor } from '@/api/past'
import { queryClient } from '@/api/query'
import { userQuery } from '@/api/user'
import type { Labels } from '@/i18n/labels'
import { overrides } from '@/pages'
import { toast } from '@/ui/Toast'
import { PREPARE_EXPORT } from '../actions'
import { columns as allColumns, defaultColumns, isField } from '../columns'
import { asText } from '../value/Value'

export type FileFormat = 'csv' | 'xlsx' | 'jsonl'

/** More rows than this are written by a job: nobody has to keep the page open for them. */
const MANY = 5000

/**
 * All fields of everything that the filters let through, made by the server: at once, or by a job whose id this gives. The past
 * is only looked at, so nothing is started there.
 */
export async function downloadAll(resource: Resource, format: FileFormat, params: Record<string, string>) {
  const path = `${resource.path}/`
  if (!instantFor(path)) {
    const { count } = await get<Page>(path, { ...params, limit: 1, fields: 'id' })
    if (count > MANY) {
      const body = { format, query: query(params).slice(1) }
      return (await request<Row>(`${path}${PREPARE_EXPORT}/`, { method: 'POST', body })).data.id
    }
  }
  window.location.assign(linkTo(`${path}export_${format}/`, params))
  return null
}

const STEP = 1000

/** The table as it stands: its columns in their order, all rows. */
export async function exportView(resource: Resource, params: Record<string, string>, labels: Labels) {
  try {
    const chosen = queryClient.getQueryData(userQuery.queryKey)?.preferences.ui?.columns?.[resource.path]
    const names = chosen ?? overrides[resource.path]?.columns ?? defaultColumns(resource)
    const columns = names.flatMap(name => allColumns(resource).find(column => column.name === name) ?? [])
    const lines = [columns.map(column => labels.field(resource, column))]
    for (let offset = 0, count = 1; offset < count; offset += STEP) {
      const page = await get<Page>(`${resource.path}/`, { ...params, limit: STEP, offset })
      count = page.count
      for (const row of page.results) {
        lines.push(
          columns.map(column => {
            const value = row[column.name]
            const choice = isField(column) && column.choices?.find(choice => choice.key === value)
            return choice && isField(column) ? labels.choice(resource, column, choice) : asText(value)
          }),
        )
      }
    }
    save(
      `${resource.path.replaceAll('/', '-')}.csv`,
      lines.map(line => line.map(quoted).join(',')).join('\r\n'),
    )
  } catch (error) {
    toast.bad(error)
  }
}

/** A cell of CSV. A leading sign would make a formula of it in a spreadsheet, so it is disarmed. */
export function quoted(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function save(name: string, text: string) {
  const link = document.createElement('a')
  // The mark at the beginning tells spreadsheets that the letters are UTF-8.
  link.href = URL.createObjectURL(new Blob([`\uFEFF${text}`], { type: 'text/csv' }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
