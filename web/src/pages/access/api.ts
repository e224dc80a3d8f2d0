/** Access: assignments, groups, roles and permissions, as the access pages need them. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { get, request } from '@/api/client'
import { type Ref, useModel } from '@/api/model'
import type { Page } from '@/api/objects'

export interface Assignment {
  id: string
  name: string
  user: Ref | null
  user_group: Ref | null
  role: Ref
  perimeter_folders: Ref[]
  is_recursive: boolean
  builtin: boolean
}

export interface UserGroup {
  id: string
  name: string
  description: string | null
  folder: Ref
  code: string | null
  builtin: boolean
  users: Ref[]
}

export interface Role {
  id: string
  name: string
  description: string | null
  code: string | null
  builtin: boolean
  permissions: Ref[]
}

export interface Permission {
  id: string
  name: string
  codename: string
  model: string
}

export interface User {
  id: string
  email: string
  first_name: string
  last_name: string
  is_active: boolean
  is_third_party: boolean
  is_service_account: boolean
  is_superuser: boolean
  user_groups: Ref[]
  expiry_date: string | null
  created_at: string
}

/** A whole list; these lists only grow with the organisation. */
function allQuery<T>(path: string) {
  return queryOptions({
    queryKey: ['list', path, 'all'],
    queryFn: async ({ signal }) => (await get<Page<T>>(`${path}/`, { limit: 5000 }, signal)).results,
    staleTime: 15_000,
  })
}

export const assignmentsQuery = allQuery<Assignment>('role-assignments')
export const groupsQuery = allQuery<UserGroup>('user-groups')
export const rolesQuery = allQuery<Role>('roles')
export const permissionsQuery = {
  ...allQuery<Permission>('permissions'),
  staleTime: Number.POSITIVE_INFINITY,
}

/** The assignments, if the person may see them at all. */
export function useAssignments() {
  const model = useModel()
  return useQuery({ ...assignmentsQuery, enabled: 'role-assignments' in model.resources })
}

export function personName(user: { first_name: string; last_name: string; email: string }): string {
  return [user.first_name, user.last_name].filter(Boolean).join(' ') || user.email
}

/** Sends a person the link with which they set their password. */
export async function sendPasswordLink(user: string) {
  await request(`users/${user}/send-password-link/`, { method: 'POST', body: {} })
}

/** A link with which a person sets their password. The server shows it once. */
export async function createPasswordLink(user: string): Promise<string> {
  const path = `users/${user}/create-password-link/`
  const made = (await request<{ path: string }>(path, { method: 'POST', body: {} })).data
  return window.location.origin + made.path
}
