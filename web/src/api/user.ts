/** Who is signed in, and what they prefer. */
import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { get, request } from './client'
import { onlyViews } from './past'
import { useForeignDraft } from './useDraft'
import { useInstant } from './useInstant'

export interface SavedView {
  name: string
  /** The query string of the list, without the question mark. */
  search: string
}

/** A page that someone has pinned. */
export interface Pin {
  to: string
  /** The name of an object; lists and pages have their usual name. */
  title: string
}

export interface Interface {
  theme?: 'light' | 'dark' | 'system'
  /** Columns shown in each list, in their order. */
  columns?: Record<string, string[]>
  views?: Record<string, SavedView[]>
  /** Lists over which charts are shown. */
  charts?: string[]
  /** Pinned pages, at the top of the navigation. */
  pins?: Pin[]
  /** Whether the navigation is collapsed to its icons. */
  rail?: boolean
  /** False if single-key shortcuts, such as `g`, are off. */
  keys?: boolean
  /** Set when the welcome was dismissed. */
  welcomed?: boolean
  /** Work that is put off, each until a day. */
  snoozed?: Record<string, string>
  /** The progress of the guided setup: its domain, and the skipped steps. */
  start?: { domain?: string; skipped?: string[] }
}

export interface Preferences {
  lang?: string
  date_format?: string
  ui?: Interface
}

export interface CurrentUser {
  id: string
  actor_id: string | null
  all_actor_ids: string[]
  email: string
  first_name: string
  last_name: string
  /** Short name or name of each group, and whether it is built in. */
  user_groups: [string, boolean][]
  group_names: string[]
  roles: string[]
  is_admin: boolean
  is_third_party: boolean
  accessible_domains: string[]
  domain_permissions: Record<string, string[]>
  root_folder_id: string
  preferences: Preferences
  /** The instance's settings for the interface. */
  interface: {
    default_language: string
    show_get_started: boolean
    show_warning_external_links: boolean
    currency: string
    daily_rate: number
    security_objective_scale: string
  }
}

export const userQuery = queryOptions({
  queryKey: ['current-user'],
  queryFn: ({ signal }) => get<CurrentUser>('iam/current-user/', undefined, signal),
  staleTime: 5 * 60_000,
  retry: false,
})

/** The signed-in user; nobody may change the past, or the drafts of others. */
export function useUser(): CurrentUser {
  const user = useSuspenseQuery(userQuery).data
  const foreign = useForeignDraft()
  return useInstant() || foreign ? onlyViews(user) : user
}

export function displayName(user: CurrentUser): string {
  return [user.first_name, user.last_name].filter(Boolean).join(' ') || user.email
}

/** The interface's own preferences, and a function that changes some of them immediately and stores them. */
export function useInterface(): [Interface, (change: Interface) => void] {
  const user = useUser()
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: (preferences: Preferences) =>
      request('user-preferences/', { method: 'PATCH', body: preferences, keepalive: true }),
    // One after another: each write has all preferences, and the last must win.
    scope: { id: 'preferences' },
  })
  const ui = user.preferences.ui ?? {}
  const mutate = save.mutate
  const change = useCallback(
    (wanted: Interface) => {
      const now = client.getQueryData(userQuery.queryKey)
      if (!now) return
      const next = { ...now.preferences.ui, ...wanted }
      client.setQueryData(userQuery.queryKey, { ...now, preferences: { ...now.preferences, ui: next } })
      mutate({ ui: next })
    },
    [client, mutate],
  )
  return [ui, change]
}

/**
 * Whether the person may do something in a domain. Permissions that reach everywhere are listed under the
 * root.
 */
export function may(user: CurrentUser, permission: string, folder?: string): boolean {
  const everywhere = user.domain_permissions[user.root_folder_id]?.includes(permission) ?? false
  if (!folder)
    return everywhere || Object.values(user.domain_permissions).some(set => set.includes(permission))
  return everywhere || (user.domain_permissions[folder]?.includes(permission) ?? false)
}

/** People who see of audits only what is assigned to them. */
export function isRespondent(user: CurrentUser): boolean {
  const all = Object.values(user.domain_permissions)
  const has = (permission: string) => all.some(set => set.includes(permission))
  return has('view_assigned_complianceassessment') && !has('view_complianceassessment')
}
