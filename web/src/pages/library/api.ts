/** Requests of the library pages. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { get, request } from '@/api/client'
import { type Page, refresh } from '@/api/objects'
import type { ScoreStep } from '../framework/Scale'
import type { MatrixDefinition } from '../matrix/matrix'
import type { Translations } from '../requirements/spoken'
import type { Library } from './libraries'

export const STORED = 'stored-libraries'

const FIELDS = [
  'id',
  'name',
  'description',
  'urn',
  'ref_id',
  'locale',
  'version',
  'provider',
  'packager',
  'copyright',
  'publication_date',
  'builtin',
  'objects_meta',
  'dependencies',
  'is_loaded',
  'is_update',
  'loaded_library',
  'translations',
].join()

/** All libraries that are kept: counts and filters need every one of them. */
export const librariesQuery = queryOptions({
  queryKey: ['list', STORED, 'all'],
  queryFn: async ({ signal }) =>
    (await get<Page<Library>>(`${STORED}/`, { fields: FIELDS, limit: 5000 }, signal)).results,
  staleTime: 30_000,
})

export interface LoadedFramework {
  id: string
  name: string
  urn: string
  library: { id: string; urn: string } | null
}

/** The frameworks in use, to link to. */
export const frameworksQuery = queryOptions({
  queryKey: ['list', 'frameworks', 'names'],
  queryFn: async ({ signal }) =>
    (await get<Page<LoadedFramework>>('frameworks/', { fields: 'id,name,urn,library', limit: 5000 }, signal))
      .results,
  staleTime: 30_000,
})

export interface Thing extends Record<string, unknown> {
  urn: string
  ref_id?: string | null
  name?: string | null
  description?: string | null
  translations?: Translations
}

export interface FileNode extends Thing {
  parent_urn?: string | null
  assessable: boolean
  annotation?: string | null
  typical_evidence?: string | null
  implementation_groups?: string[]
  questions?: unknown[]
}

export interface FileFramework extends Thing {
  min_score?: number | null
  max_score?: number | null
  scores_definition?: { scale?: ScoreStep[] } | null
  implementation_groups_definition?: (Thing & { ref_id: string })[]
  requirement_nodes: FileNode[]
}

/** What a library contains, as its file has it. */
export interface Content {
  frameworks?: FileFramework[]
  risk_matrices?: (Thing & MatrixDefinition)[]
  reference_controls?: Thing[]
  threats?: Thing[]
  requirement_mapping_sets?: (Thing & {
    source_framework_urn?: string
    target_framework_urn?: string
    requirement_mappings?: unknown[]
  })[]
}

export const contentQuery = (id: string) =>
  queryOptions({
    queryKey: ['item', STORED, id, 'content'],
    queryFn: ({ signal }) => get<Content>(`${STORED}/${id}/content/`, undefined, signal),
    staleTime: 300_000,
  })

export interface Uploaded {
  id: string
  name: string
  version: number
  outcome: 'new' | 'new_version' | 'refreshed' | 'known'
  notes: string[]
}

export async function upload(file: File): Promise<Uploaded> {
  const body = new FormData()
  body.append('file', file)
  return (await request<Uploaded>(`${STORED}/upload/`, { method: 'POST', body })).data
}

/** Loading and unloading, one library at a time. */
export function useLoading(action: 'import' | 'unload') {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => request(`${STORED}/${id}/${action}/`, { method: 'POST', body: {} }),
    onSuccess: () => refresh(client),
  })
}
