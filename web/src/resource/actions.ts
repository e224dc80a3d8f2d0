/** What a resource can do beyond reading and writing, as the model document lists it. */
import { type Action, type Resource, useModel } from '@/api/model'
import { targetOf } from './form/reference'

/** What every resource has: a job that writes its list to a file. The export menu uses it. */
export const PREPARE_EXPORT = 'prepare-export'

/** What every object has: everyone who sees it, and why. */
export const WHO_CAN_SEE = 'who-can-see'

/** Actions that do something or return a file. Other read-only ones feed hand-written pages. */
export function actionsOf(resource: Resource, on: Action['on']): Action[] {
  return resource.actions.filter(
    action =>
      action.on === on &&
      action.name !== PREPARE_EXPORT &&
      (action.method === 'POST' || action.answers === 'file'),
  )
}

/** Those that take several objects of the resource itself, such as a merge. */
export function useManyActions(resource: Resource): { action: Action; one?: string; many: string }[] {
  const model = useModel()
  return actionsOf(resource, 'collection').flatMap(action => {
    const own = Object.entries(action.input.properties ?? {}).filter(
      ([name, schema]) => targetOf(name, schema, model, resource) === resource.path,
    )
    const many = own.find(([, schema]) => schema.items)?.[0]
    const one = own.find(([, schema]) => !schema.items)?.[0]
    return many ? [{ action, one, many }] : []
  })
}
