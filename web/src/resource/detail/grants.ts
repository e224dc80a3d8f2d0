/**
 * Who may see an object and do what with it, from the role assignments that the reader may see: those in
 * its domain, and those in parent domains that include subdomains.
 */
import { queryOptions } from '@tanstack/react-query'
import { get } from '@/api/client'
import type { Model, Ref, Resource, Row } from '@/api/model'
import type { Page } from '@/api/objects'

export const VERBS = ['view', 'change', 'delete'] as const
export type Verb = (typeof VERBS)[number]

interface Permission extends Row {
  codename: string
}
interface Role extends Row {
  permissions: Ref[]
}
interface Assignment extends Row {
  user: Ref | null
  user_group: Ref | null
  role: Ref
  perimeter_folders: Ref[]
  is_recursive: boolean
}
interface Group extends Row {
  users: Ref[]
}

export interface Grant {
  id: string
  who: Ref & { path: 'users' | 'user-groups' }
  /** The people of a group. */
  members: Ref[]
  role: Ref
  /** The domain on which the role is given. */
  on: Ref
  may: Verb[]
}

const NEEDED = ['role-assignments', 'roles', 'permissions', 'user-groups']

/** Whether the reader may know this at all. */
export function canTell(model: Model, resource: Resource): boolean {
  const isPlaced = resource.fields.some(field => field.name === 'folder') || resource.path === 'folders'
  return isPlaced && NEEDED.every(path => model.resources[path]?.permissions.view)
}

/** The domains that an object lies in, its own last. */
export function domainsOf(row: Row, root: Ref): Ref[] {
  const path = Array.isArray(row.path) ? (row.path as Ref[]) : []
  return [root, ...path]
}

export function accessQuery(resource: Resource, row: Row, root: Ref) {
  return queryOptions({
    queryKey: ['item', resource.path, row.id, 'access'],
    queryFn: ({ signal }) => grants(resource, domainsOf(row, root), signal),
    staleTime: 30_000,
  })
}

async function grants(resource: Resource, domains: Ref[], signal: AbortSignal): Promise<Grant[]> {
  const all = async <T>(path: string, params: Record<string, string>) =>
    (await get<Page<T>>(`${path}/`, { ...params, limit: 5000 }, signal)).results
  const codename = VERBS.map(verb => `${verb}_${resource.model}`).join(',')
  const permissions = await all<Permission>('permissions', { codename__in: codename })
  const view = permissions.find(one => one.codename.startsWith('view_'))
  if (!view) return []
  const roles = await all<Role>('roles', { permissions: view.id })
  if (roles.length === 0) return []
  const assignments = await all<Assignment>('role-assignments', {
    role: roles.map(role => role.id).join(','),
    perimeter_folders: domains.map(domain => domain.id).join(','),
  })
  const reaching = assignments.flatMap(one => {
    const on = reaches(one, domains)
    return on ? [{ one, on }] : []
  })
  const ids = [...new Set(reaching.flatMap(({ one }) => one.user_group?.id ?? []))]
  const groups = ids.length > 0 ? await all<Group>('user-groups', { id: ids.join(',') }) : []
  return reaching.flatMap(({ one, on }): Grant[] => {
    const who = one.user_group ?? one.user
    if (!who) return []
    const given = roles.find(role => role.id === one.role.id)?.permissions.map(ref => ref.id) ?? []
    const members = groups.find(group => group.id === one.user_group?.id)?.users ?? []
    // A group without people lets nobody see anything.
    if (one.user_group && members.length === 0) return []
    return [
      {
        id: one.id,
        who: { ...who, path: one.user_group ? 'user-groups' : 'users' },
        members,
        role: one.role,
        on,
        may: VERBS.filter(verb =>
          permissions.some(one => one.codename.startsWith(`${verb}_`) && given.includes(one.id)),
        ),
      },
    ]
  })
}

/** The domain through which an assignment reaches an object in the last of these domains. */
export function reaches(
  one: Pick<Assignment, 'perimeter_folders' | 'is_recursive'>,
  domains: Ref[],
): Ref | undefined {
  const on = (domain: Ref) => one.perimeter_folders.some(folder => folder.id === domain.id)
  const own = domains.at(-1)
  if (own && on(own)) return own
  return one.is_recursive ? domains.findLast(on) : undefined
}
