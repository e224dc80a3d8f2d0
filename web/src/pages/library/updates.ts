/** Updates of loaded libraries: what one would change, and what it did. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { get, request } from '@/api/client'
import { type Page, refresh } from '@/api/objects'

export const LOADED = 'loaded-libraries'

interface Available {
  /** The loaded library. */
  id: string
  stored_library: string
  version: number
  new_version: number
}

export const updatesQuery = queryOptions({
  queryKey: ['list', LOADED, 'available-updates'],
  queryFn: ({ signal }) => get<Available[]>(`${LOADED}/available-updates/`, undefined, signal),
  staleTime: 30_000,
})

export interface ChangedRequirement {
  urn: string
  ref_id: string | null
  name: string | null
  /** In how many audits it has been assessed. */
  answers: number
}

export interface FrameworkChange {
  urn: string
  name: string
  audits: number
  score_change: {
    old_min: number
    old_max: number
    new_min: number
    new_max: number
    audits: number
    scores: number
  } | null
  added: ChangedRequirement[]
  changed: ChangedRequirement[]
  removed: ChangedRequirement[]
  moved: ChangedRequirement[]
}

export interface UpdatePreview {
  old_version: number
  new_version: number
  frameworks: FrameworkChange[]
  others: Record<string, { added: number; changed: number; removed: number }>
  actions: string[]
}

export const previewQuery = (id: string) =>
  queryOptions({
    // Not one of those that are asked for again after a write: once it is updated there is nothing to preview.
    queryKey: ['update-preview', id],
    queryFn: ({ signal }) => get<UpdatePreview>(`${LOADED}/${id}/update-preview/`, undefined, signal),
    // Nobody agrees to an outdated list of consequences.
    staleTime: 0,
    gcTime: 0,
  })

/** The version that each loaded library can go back to. */
export const previousQuery = queryOptions({
  queryKey: ['list', LOADED, 'previous'],
  queryFn: async ({ signal }) => {
    const params = { fields: 'id,previous_version', limit: 5000 }
    type Loaded = { id: string; previous_version: number | null }
    const { results } = await get<Page<Loaded>>(`${LOADED}/`, params, signal)
    return new Map(results.map(one => [one.id, one.previous_version]))
  },
  staleTime: 30_000,
})

export const GROUPS = ['added', 'changed', 'removed', 'moved'] as const

/** Whether someone has to say what becomes of scores. */
export const asksForScores = (preview: UpdatePreview): boolean =>
  preview.frameworks.some(framework => (framework.score_change?.audits ?? 0) > 0)

/** How many answers belong to these requirements. */
export const answersIn = (requirements: ChangedRequirement[]): number =>
  requirements.reduce((sum, one) => sum + one.answers, 0)

export function useUpdate(id: string) {
  const client = useQueryClient()
  const send = (action: string) => (body: object) =>
    request(`${LOADED}/${id}/${action}/`, { method: 'POST', body })
  const onSuccess = () => refresh(client)
  return {
    update: useMutation({ mutationFn: send('update'), onSuccess }),
    rollBack: useMutation({ mutationFn: send('roll-back'), onSuccess }),
  }
}
