/** Requests of the pages about drafts: libraries of one's own. */
import { queryOptions } from '@tanstack/react-query'
import { get, request } from '@/api/client'
import type { Ref, Row } from '@/api/model'
import type { Page } from '@/api/objects'
import type { Content } from './model/content'
import type { Conflict, Finding } from './model/problems'

export const DRAFTS = 'library-drafts'

export interface Draft extends Row {
  name: string
  folder: Ref
  packager: string
  ref_id: string
  urn: string
  locale: string
  version: number
  content: Content
  objects_meta: Record<string, number>
  identity_locked: boolean
  has_unpublished_changes: boolean
  last_published_at: string | null
  last_published_version: number | null
}

/** The draft with its ETag, so that a change by someone else is noticed. */
export const draftQuery = (id: string) =>
  queryOptions({
    queryKey: ['item', DRAFTS, id, 'whole'],
    queryFn: ({ signal }) => request<Draft>(`${DRAFTS}/${id}/`, { signal }),
    staleTime: 10_000,
  })

const LISTED =
  'id,name,objects_meta,version,has_unpublished_changes,last_published_version,updated_at,packager,ref_id'

export type ListedDraft = Pick<
  Draft,
  'id' | 'name' | 'objects_meta' | 'has_unpublished_changes' | 'last_published_version'
> & { updated_at: string }

export const draftsQuery = queryOptions({
  queryKey: ['list', DRAFTS, 'all'],
  queryFn: async ({ signal }) =>
    (await get<Page<ListedDraft>>(`${DRAFTS}/`, { fields: LISTED, limit: 500 }, signal)).results,
  staleTime: 15_000,
})

interface Validity {
  is_valid: boolean
  problems: Finding[]
  notes: Finding[]
}

/** What keeps a draft from being published, and what keeps it from being loaded. */
export const checkQuery = (id: string, etag: string | null) =>
  queryOptions({
    queryKey: ['item', DRAFTS, id, 'check', etag],
    queryFn: async ({ signal }) => {
      const { problems, notes } = await get<Validity>(`${DRAFTS}/${id}/validate/`, undefined, signal)
      // While it is unsound, nobody can tell what it would collide with.
      const conflicts =
        problems.length > 0
          ? []
          : (await get<{ results: Conflict[] }>(`${DRAFTS}/${id}/conflicts/`, undefined, signal)).results
      return { problems, conflicts, notes }
    },
    staleTime: 10_000,
    placeholderData: before => before,
  })

export interface Published {
  stored_library: string
  loaded_library: string | null
  version: number
}

const post = async <T>(path: string, body: unknown) =>
  (await request<T>(`${DRAFTS}/${path}/`, { method: 'POST', body })).data

export const publish = (id: string, load: boolean) => post<Published>(`${id}/publish`, { load })

export interface NewFramework {
  name: string
  ref_id: string
  min_score?: number
  max_score?: number
}

export const addFramework = (id: string, framework: NewFramework) =>
  post<{ urn: string }>(`${id}/add-framework`, framework)

function form(file: File): FormData {
  const body = new FormData()
  body.append('file', file)
  return body
}

export const importObjects = (id: string, file: File) =>
  post<{ created: number; updated: number; notes: string[] }>(`${id}/import-objects`, form(file))

/** How a library of one's own begins. */
export const create = (values: Record<string, unknown>) =>
  request<{ id: string }>(`${DRAFTS}/`, { method: 'POST', body: values }).then(({ data }) => data)
export const adopt = (values: Record<string, unknown>) => post<{ id: string }>('adopt', values)
export const importFile = (file: File) => post<{ id: string }>('import-yaml', form(file))
