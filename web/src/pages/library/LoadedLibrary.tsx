/** A library in use, and the list of them, are shown on the pages of all libraries. */
import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import { itemQuery } from '@/api/objects'
import { to } from '@/resource/address'
import { Loaded } from '@/resource/detail/Loaded'
import { NotFound } from '@/resource/ResourcePage'
import { Loading } from '@/ui/States'
import { librariesQuery, STORED } from './api'

const LOADED = 'loaded-libraries'

export default function LoadedLibrary() {
  const { id } = useParams({ strict: false }) as { id?: string }
  return id ? <One id={id} /> : <Navigate to={to.list(STORED)} search={{ show: 'loaded' } as never} replace />
}

function One({ id }: { id: string }) {
  const item = useQuery(itemQuery(LOADED, id))
  const all = useQuery(librariesQuery)
  if (all.isPending) return <Loading />
  return (
    <Loaded query={item} path={LOADED} id={id}>
      {row => {
        const kept = all.data?.find(one => one.urn === row.urn && one.locale === row.locale)
        return kept ? <Navigate to={to.item(STORED, kept.id)} replace /> : <NotFound />
      }}
    </Loaded>
  )
}
