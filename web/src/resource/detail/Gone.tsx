import { useModel } from '@/api/model'
import { useDraft } from '@/api/useDraft'
import { useInstant } from '@/api/useInstant'
import { NotInDraft } from '../past/NotInDraft'
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
  const draft = useDraft()
  if (at) return <NotThen />
  if (draft) return <NotInDraft />
  return resource ? <DeletedObject resource={resource} id={id} /> : <NotFound />
}
