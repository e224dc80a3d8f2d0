import { useModel } from '@/api/model'
import { useInstant } from '@/api/useInstant'
import { NotThen } from '../past/NotThen'
import { NotFound } from '../ResourcePage'
import { DeletedObject } from './DeletedObject'

/** In place of an object that the server does not find: it was not there yet, was deleted, or never was. */
export function Gone({ path, id }: { path: string; id: string }) {
  const at = useInstant()
  const resource = useModel().resources[path]
  if (at) return <NotThen />
  return resource ? <DeletedObject resource={resource} id={id} /> : <NotFound />
}
