/** Permissions as the rows of a matrix: kinds of things down, verbs across, by the modules of the navigation. */
import type { Model } from '@/api/model'
import type { Labels } from '@/i18n/labels'
import type { MatrixGroup, MatrixRow } from '@/ui/CheckMatrix'
import type { Permission } from './api'
import { type Verb, verbOf } from './grants'

interface Words {
  /** A kind of thing that has no pages of its own. */
  model: (model: string) => string
  /** What the person sees of a kind of thing because it is assigned to them. */
  assigned: (things: string) => string
  approve: (things: string) => string
  verb: (verb: Verb) => string
  other: string
  /** Why a permission cannot be taken out of a role. */
  needed: string
}

/** Without it a role grants no access; the server requires it. */
const NEEDED = 'view_folder'

/** Kinds of things of which a permission covers only those assigned to the person. */
const ASSIGNED = 'assigned_'

export function permissionGroups(
  permissions: Permission[],
  model: Model,
  labels: Labels,
  words: Words,
): MatrixGroup[] {
  const byModel = new Map(Object.values(model.resources).map(resource => [resource.model, resource]))
  const rows = new Map<string, MatrixRow & { module: string }>()
  for (const permission of permissions) {
    const isAssigned = permission.model.startsWith(ASSIGNED)
    const resource = byModel.get(isAssigned ? permission.model.slice(ASSIGNED.length) : permission.model)
    const verb = verbOf(permission)
    const things = resource ? labels.plural(resource) : words.model(permission.model)
    const label = resource && isAssigned ? words.assigned(things) : things
    const isApproval = permission.codename === `approve_${permission.model}`
    const special = isApproval ? words.approve(things.toLowerCase()) : permission.name
    const key = verb ? permission.model : permission.codename
    const row = rows.get(key) ?? {
      id: key,
      label: verb ? label : special,
      cells: {},
      module: resource?.module ?? 'other',
    }
    row.cells[verb ?? 'special'] = {
      id: permission.id,
      label: verb ? `${label}: ${words.verb(verb)}` : special,
      locked: permission.codename === NEEDED ? words.needed : undefined,
    }
    rows.set(key, row)
  }
  const groups = [
    ...model.modules.map(module => ({ name: module.name, label: labels.module(module) })),
    { name: 'other', label: words.other },
  ]
  return groups
    .map(group => ({ ...group, rows: [...rows.values()].filter(row => row.module === group.name) }))
    .filter(group => group.rows.length > 0)
}

export function neededPermission(permissions: Permission[]): string | undefined {
  return permissions.find(permission => permission.codename === NEEDED)?.id
}
