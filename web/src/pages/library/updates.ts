/** Updates of loaded libraries: what one would change, and what it did. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { get, request } from '@/api/client'
import { refresh } from '@/api/objects'

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
    queryKey: ['item', LOADED, id, 'update-preview'],
    queryFn: ({ signal }) => get<UpdatePreview>(`${LOADED}/${id}/update-preview/`, undefined, signal),
    // Nobody agrees to an outdated list of consequences.
    staleTime: 0,
    gcTime: 0,
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
