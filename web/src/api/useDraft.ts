import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { get } from './client'
import { DRAFT, DRAFTS, isElsewhere, watchSteps } from './draft'
import type { Ref, Row } from './model'
import type { Page } from './objects'
import { AS_OF } from './past'

/** A what-if draft as the bar shows it; its steps come with its page. */
export interface Draft extends Row {
  name: string
  description: string | null
  folder: Ref
  is_shared: boolean
  status: 'open' | 'applied' | 'discarded'
  step_count: number
  author: Ref | null
  author_label: string
  is_mine: boolean
}

/** The draft being worked in; none for the present. */
export function useDraft(): string | undefined {
  const search = useSearch({ strict: false }) as { [AS_OF]?: string; [DRAFT]?: string }
  return search[AS_OF] ? undefined : search[DRAFT] || undefined
}

/** Loads the page anew when the URL leads into a draft or out of it, such as with the browser's back button. */
export function useDraftBorder() {
  const id = useDraft()
  useEffect(() => {
    if (isElsewhere(id)) window.location.reload()
  }, [id])
}

const FIELDS = 'id,name,description,folder,is_shared,status,step_count,author,author_label,is_mine'

export const draftQuery = (id: string) =>
  queryOptions({
    queryKey: ['list', DRAFTS, 'one', id],
    queryFn: async ({ signal }) =>
      (await get<Page<Draft>>(`${DRAFTS}/`, { id, fields: FIELDS, limit: 1 }, signal)).results[0] ?? null,
    placeholderData: keepPreviousData,
    staleTime: 5000,
  })

/** Whether the draft is only looked at: someone else has shared it. Known once the bar has asked. */
let isForeign = false
const watchers = new Set<() => void>()

export function setForeign(now: boolean) {
  if (now === isForeign) return
  isForeign = now
  for (const watcher of watchers) watcher()
}

export const useForeignDraft = (): boolean =>
  useSyncExternalStore(
    watcher => {
      watchers.add(watcher)
      return () => {
        watchers.delete(watcher)
      }
    },
    () => isForeign,
  )

/** The draft being worked in, up to date after every change. */
export function useDraftInfo(id: string) {
  const client = useQueryClient()
  const found = useQuery(draftQuery(id))
  useEffect(() => watchSteps(() => void client.invalidateQueries({ queryKey: ['list', DRAFTS] })), [client])
  const foreign = !!found.data && !found.data.is_mine
  useEffect(() => {
    setForeign(foreign)
    return () => setForeign(false)
  }, [foreign])
  return found
}
