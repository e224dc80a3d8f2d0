/** Saved views of a list: personal ones are in the preferences, shared ones belong to a domain. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { request } from '@/api/client'
import { useDomain, useDomains } from '@/api/domains'
import { type Resource, type Row, useModel } from '@/api/model'
import { pageQuery, refresh } from '@/api/objects'
import { useInterface } from '@/api/user'

const PATH = 'saved-views'
/** More than this nobody finds anything in. */
const MOST = 100

export interface View {
  name: string
  query: string
  /** Of a shared one. */
  id?: string
}

export function useViews(resource: Resource) {
  const model = useModel()
  const client = useQueryClient()
  const domain = useDomain()
  const tree = useDomains()
  const [ui, change] = useInterface()
  const rights = model.resources[PATH]?.permissions
  const answer = useQuery({
    ...pageQuery<Row & View>(PATH, { resource: resource.path }, 0, MOST),
    enabled: !!rights?.view,
  })
  const shared = answer.data?.results
  const own = ui.views?.[resource.path]
  const views = useMemo(
    (): View[] => [
      ...(own ?? []).map(view => ({ name: view.name, query: view.search })),
      ...(shared ?? []).map(({ id, name, query }) => ({ id, name, query })),
    ],
    [own, shared],
  )
  const keep = (next: NonNullable<typeof own>) => change({ views: { ...ui.views, [resource.path]: next } })
  return {
    views,
    /** Whether they are loaded, or will not be soon: they are above the list and must not push it down. */
    known: !answer.isLoading || answer.failureCount > 0,
    mayShare: !!rights?.add,
    mayRemove: (view: View) => !view.id || !!rights?.delete,
    save: async (name: string, query: string, share: boolean) => {
      if (!share) return keep([...(own ?? []).filter(view => view.name !== name), { name, search: query }])
      const folder = domain?.uuid ?? tree.uuid
      const body = { name, query, resource: resource.path, folder, is_published: true }
      await request(`${PATH}/`, { method: 'POST', body })
      await refresh(client)
    },
    remove: async (view: View) => {
      if (!view.id) return keep((own ?? []).filter(one => one.name !== view.name))
      await request(`${PATH}/${view.id}/`, { method: 'DELETE' })
      await refresh(client)
    },
  }
}
