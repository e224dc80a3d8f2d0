/** Tables of what refers to an object, one for each field of another resource that can. */
import { useQueries } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Incoming, type Resource, type Row, useModel } from '@/api/model'
import { pageQuery } from '@/api/objects'
import { useLabels } from '@/i18n/labels'
import { ButtonLink } from '@/ui/Button'
import { to } from '../address'
import { ObjectTable } from '../list/ListPage'

export interface Related {
  key: string
  label: string
  count?: number
  incoming: Incoming
  resource: Resource
}

/** Those that have entries or could get one; a domain would otherwise have twenty empty tabs. */
export function useRelated(resource: Resource, id: string): Related[] {
  const model = useModel()
  const labels = useLabels()
  const all = useMemo(
    () =>
      resource.incoming.flatMap((incoming): Related[] => {
        const other = model.resources[incoming.resource]
        // What has no place in the navigation is shown by the page itself, as comments are, or only for programs.
        if (!other?.listed) return []
        const alone = resource.incoming.filter(one => one.resource === incoming.resource).length === 1
        const field = other.fields.find(field => field.name === incoming.field)
        const label =
          alone || !field ? labels.plural(other) : `${labels.plural(other)} (${labels.field(other, field)})`
        return [{ key: `${incoming.resource}.${incoming.field}`, label, incoming, resource: other }]
      }),
    [model, resource, labels],
  )
  const counts = useQueries({
    queries: all.map(one => pageQuery(one.incoming.resource, { [one.incoming.field]: id }, 0, 1)),
  })
  return all
    .map((one, at) => ({ ...one, count: counts[at]?.data?.count }))
    .filter(one => (one.count ?? 0) > 0 || (resource.incoming.length <= 6 && one.resource.permissions.add))
}

export function RelatedTable({ related, row }: { related: Related; row: Row }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const [search, setSearch] = useState<Record<string, string>>({})
  const { incoming, resource } = related
  const params = useMemo(
    () => ({ ordering: resource.order, ...search, [incoming.field]: row.id }),
    [resource.order, search, incoming.field, row.id],
  )
  const without = useMemo(() => [incoming.field], [incoming.field])
  const state = useMemo(
    () => ({
      search,
      set: (change: Record<string, string | undefined>) =>
        setSearch(
          now =>
            Object.fromEntries(Object.entries({ ...now, ...change }).filter(([, value]) => value)) as Record<
              string,
              string
            >,
        ),
      replace: setSearch,
    }),
    [search],
  )
  const field = resource.fields.find(field => field.name === incoming.field)
  return (
    <div className="flex min-h-72 grow flex-col pt-4">
      {resource.permissions.add && field && !field.read_only && (
        <div className="px-5 pb-3 lg:px-8">
          <ButtonLink
            size="sm"
            to={to.create(resource.path)}
            search={{ [`set.${incoming.field}`]: row.id } as never}
            icon={<Plus size={14} aria-hidden />}
          >
            {t('palette.new', { name: labels.name(resource).toLowerCase() })}
          </ButtonLink>
        </div>
      )}
      <ObjectTable resource={resource} params={params} state={state} without={without} />
    </div>
  )
}
