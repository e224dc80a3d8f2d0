/** What a resource can do beyond reading and writing, as the model document lists it. */
import { type Action, type Resource, useModel } from '@/api/model'
import { targetOf } from './form/reference'

/** What every resource has: its list written by a job. The menu of exports asks for it. */
export const PREPARE_EXPORT = 'prepare-export'

/** Those that do something or give a file. Other reading ones feed hand-made pages. */
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
