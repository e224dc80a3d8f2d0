/** From assignments to what they mean for a person, a group or a domain. */
import type { Domain } from '@/api/domains'
import { flatten } from '@/api/domains'
import type { Ref } from '@/api/model'
import type { Assignment, Permission, Role } from './api'

export interface Grant {
  /** The assignment behind it. */
  id: string
  role: Ref
  folders: Ref[]
  recursive: boolean
  /** The group through which the person has it; none if it was assigned directly. */
  via: Ref | null
  builtin: boolean
}

const grant = (assignment: Assignment, via: Ref | null): Grant => ({
  id: assignment.id,
  role: assignment.role,
  folders: assignment.perimeter_folders,
  recursive: assignment.is_recursive,
  via,
  builtin: assignment.builtin,
})

/** What a person may do, assigned directly or through a group. */
export function grantsOfUser(user: { id: string; user_groups: Ref[] }, assignments: Assignment[]): Grant[] {
  const groups = new Map(user.user_groups.map(group => [group.id, group]))
  return assignments.flatMap(assignment => {
    if (assignment.user?.id === user.id) return grant(assignment, null)
    const via = assignment.user_group && groups.get(assignment.user_group.id)
    return via ? grant(assignment, via) : []
  })
}

/** What members of a group may do through it. */
export function grantsOfGroup(group: string, assignments: Assignment[]): Grant[] {
  return assignments
    .filter(assignment => assignment.user_group?.id === group)
    .map(assignment => grant(assignment, null))
}

/** Whether it applies in a domain: assigned there, or on a parent including subdomains. */
export function reaches(held: Grant, domain: string, tree: Domain): boolean {
  if (held.folders.some(folder => folder.id === domain)) return true
  if (!held.recursive) return false
  const all = flatten(tree)
  return held.folders.some(folder => {
    const above = all.find(one => one.uuid === folder.id)
    return above !== undefined && flatten(above).some(one => one.uuid === domain)
  })
}

/** Each permission that someone has in a domain, with the grants that give it. */
export function rightsIn(domain: string, grants: Grant[], roles: Role[], tree: Domain): Map<string, Grant[]> {
  const rights = new Map<string, Grant[]>()
  for (const held of grants.filter(one => reaches(one, domain, tree))) {
    for (const permission of roles.find(role => role.id === held.role.id)?.permissions ?? []) {
      rights.set(permission.id, [...(rights.get(permission.id) ?? []), held])
    }
  }
  return rights
}

export const VERBS = ['view', 'add', 'change', 'delete'] as const
export type Verb = (typeof VERBS)[number]

/** The verb of one of the four permissions that every kind of thing has; null for a special one. */
export function verbOf(permission: Permission): Verb | null {
  return VERBS.find(verb => permission.codename === `${verb}_${permission.model}`) ?? null
}

/** Anyone who may add, change or delete must be able to view, and without view there is nothing else. */
export function withView(before: Set<string>, after: Set<string>, permissions: Permission[]): Set<string> {
  const next = new Set(after)
  const view = new Map(
    permissions.filter(one => verbOf(one) === 'view').map(permission => [permission.model, permission.id]),
  )
  for (const permission of permissions) {
    const seen = view.get(permission.model)
    if (!seen || permission.id === seen) continue
    if (before.has(seen) && !after.has(seen)) next.delete(permission.id)
    else if (next.has(permission.id) && !before.has(permission.id)) next.add(seen)
  }
  return next
}
