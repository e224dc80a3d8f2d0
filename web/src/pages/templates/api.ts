/** Word documents that reports on audits are made from. */
import { request } from '@/api/client'
import type { Ref, Row } from '@/api/model'
import { pageQuery } from '@/api/objects'

export const TEMPLATES = 'report-templates'

export interface Template extends Row {
  name: string
  description: string | null
  folder: Ref
  file: { name: string; size: number } | null
  updated_at: string
}

const MOST = 500

export const templatesQuery = pageQuery<Template>(TEMPLATES, { ordering: 'name' }, 0, MOST)

export interface Stored {
  id: string
  name: string
  /** Whether it replaced one of the same name. */
  replaced: boolean
}

/** Stores a template under the name of its file, in a domain. */
export async function uploadTemplate(file: File, folder: string): Promise<Stored> {
  const body = new FormData()
  body.append('file', file)
  body.append('folder', folder)
  return (await request<Stored>(`${TEMPLATES}/upload/`, { method: 'POST', body })).data
}
