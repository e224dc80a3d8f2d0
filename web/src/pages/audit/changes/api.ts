/** What updates have changed in the framework of an audit since it was created. */
import { queryOptions } from '@tanstack/react-query'
import { get } from '@/api/client'
import { AUDITS } from '../api'

export const ACTION = 'framework_changes'

export interface ChangedRequirement {
  id: string
  requirement_assessment: string
  urn: string
  ref_id: string | null
  name: string | null
  is_assessed: boolean
  fields: string[]
}

export const GROUPS = ['added', 'changed', 'retired', 'moved'] as const

export type Group = (typeof GROUPS)[number]

export interface FrameworkChanges extends Record<Group, ChangedRequirement[]> {
  old_version: number
  new_version: number
  score_change: { old_min: number; old_max: number; new_min: number; new_max: number } | null
  answers_affected: number
}

export const changesQuery = (audit: string) =>
  queryOptions({
    queryKey: ['item', AUDITS, audit, ACTION],
    queryFn: ({ signal }) => get<FrameworkChanges>(`${AUDITS}/${audit}/${ACTION}/`, undefined, signal),
    staleTime: 300_000,
  })

/** Whether there is anything to tell. */
export const isChanged = (changes: FrameworkChanges): boolean =>
  GROUPS.some(group => changes[group].length > 0) || changes.score_change !== null
