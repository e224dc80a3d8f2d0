/** Files that the server makes of a list. */
import { get, linkTo, query, request } from '@/api/client'
import { draftFor } from '@/api/draft'
import type { Resource, Row } from '@/api/model'
import type { Page } from '@/api/objects'
import { instantFor } from '@/api/past'
import { PREPARE_EXPORT } from '../../actions'

export type FileFormat = 'csv' | 'xlsx' | 'jsonl'

/** More rows than this are written by a job: nobody has to keep the page open for them. */
const MANY = 5000

/**
 * All fields of everything that the filters let through, made by the server: at once, or by a job whose id this gives. Nothing is
 * started in the past, which is only looked at, nor in a draft.
 */
export async function downloadAll(resource: Resource, format: FileFormat, params: Record<string, string>) {
  const path = `${resource.path}/`
  if (!instantFor(path) && !draftFor(path)) {
    const { count } = await get<Page>(path, { ...params, limit: 1, fields: 'id' })
    if (count > MANY) {
      const body = { format, query: query(params).slice(1) }
      return (await request<Row>(`${path}${PREPARE_EXPORT}/`, { method: 'POST', body })).data.id
    }
  }
  window.location.assign(linkTo(`${path}export_${format}/`, params))
  return null
}
