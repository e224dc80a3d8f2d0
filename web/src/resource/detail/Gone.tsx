import { useModel } from '@/api/model'
import { useInstant } from '@/api/useInstant'
import { NotThen } from '../past/NotThen'
import { NotFound } from '../ResourcePage'
import { DeletedObject } from './DeletedObject'

/**
 * Shown in place of an object that the server does not find: it did not exist yet, was deleted, or never
 * existed.
 */
export function Gone({ path, id }: { path: string; id: string }) {
  const at = useInstant()
  const resource = useModel().resources[path]
  if (at) return <NotThen />
  return resource ? <DeletedObject resource={resource} id={id} /> : <NotFound />
}
