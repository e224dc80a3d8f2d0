import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Resource } from '@/api/model'
import { objectQuery } from '@/api/objects'
import { Dialog } from '@/ui/Dialog'
import { Failed, Loading } from '@/ui/States'
import { ResourceForm } from './ResourceForm'

interface Props {
  resource: Resource
  id: string
  title: string
  onClose: () => void
}

/** Changes an object without leaving the page that shows it. */
export default function EditDialog({ resource, id, title, onClose }: Props) {
  // Asked once: what others save meanwhile is told when this is saved.
  const object = useQuery({
    ...objectQuery(resource.path, id),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const first = useRef(object.data)
  if (!first.current) first.current = object.data
  return (
    <Dialog open onClose={onClose} size="lg" title={title}>
      {first.current ? (
        <ResourceForm resource={resource} object={first.current} onSaved={onClose} onCancel={onClose} />
      ) : object.error ? (
        <Failed error={object.error} retry={() => void object.refetch()} />
      ) : (
        <Loading />
      )}
    </Dialog>
  )
}
