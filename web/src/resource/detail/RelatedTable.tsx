/** The table of related records, in its tab. */
import { Link2, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Resource, Row } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { Button, ButtonLink } from '@/ui/Button'
import { Empty } from '@/ui/States'
import { to } from '../address'
import { ObjectTable } from '../list/ListPage'
import { canEdit, FieldDialog } from './Editable'
import type { Related } from './related'

export function RelatedTable({
  resource: from,
  related,
  row,
}: {
  resource: Resource
  related: Related
  row: Row
}) {
  const { t } = useTranslation()
  const labels = useLabels()
  const [search, setSearch] = useState<Record<string, string>>({})
  const [linking, setLinking] = useState(false)
  const { resource, own, field } = related
  const params = useMemo(
    () => ({ ordering: resource.order, ...search, ...related.params }),
    [resource.order, search, related.params],
  )
  // The same in every line, unless the records of subdomains are among them.
  const without = useMemo(
    () => (field && field.name in related.params ? [field.name] : []),
    [field, related.params],
  )
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
  const mayMake = resource.permissions.add && field && !field.read_only
  const mayLink = canEdit(from, row, own)
  const name = labels.plural(resource).toLowerCase()
  const none = related.count === 0 && Object.keys(search).length === 0
  const buttons = (
    <>
      {mayLink && (
        <Button size="sm" icon={<Link2 size={14} aria-hidden />} onClick={() => setLinking(true)}>
          {t('detail.link')}
        </Button>
      )}
      {mayMake && (
        <ButtonLink
          size="sm"
          to={to.create(resource.path)}
          search={{ [`set.${field.name}`]: row.id } as never}
          icon={<Plus size={14} aria-hidden />}
        >
          {t('palette.new', { name: labels.one(resource) })}
        </ButtonLink>
      )}
    </>
  )
  return (
    <div className="flex min-h-72 grow flex-col pt-4">
      {none ? (
        <Empty title={t('detail.noneLinked', { name })}>
          {(mayLink || mayMake) && <div className="flex flex-wrap justify-center gap-2">{buttons}</div>}
        </Empty>
      ) : (
        <>
          {(mayLink || mayMake) && (
            <div data-no-print className="flex flex-wrap gap-2 px-5 pb-3 lg:px-8">
              {buttons}
            </div>
          )}
          <ObjectTable resource={resource} params={params} state={state} without={without} />
        </>
      )}
      {linking && own && (
        <FieldDialog resource={from} row={row} field={own} onClose={() => setLinking(false)} />
      )}
    </div>
  )
}
