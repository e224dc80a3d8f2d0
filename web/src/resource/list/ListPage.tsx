/** The list of any resource. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDomain } from '@/api/domains'
import { type Resource, type Row, title, useModel } from '@/api/model'
import { useRows } from '@/api/objects'
import { atInstant } from '@/api/past'
import { useInterface } from '@/api/user'
import { useLabels } from '@/i18n/labels'
import { overrides } from '@/pages'
import { groupOf } from '@/shell/navigation'
import { PageHeader } from '@/shell/PageHeader'
import { Button, ButtonLink } from '@/ui/Button'
import { DataTable } from '@/ui/DataTable'
import { Empty, Failed, Loading } from '@/ui/States'
import { to } from '../address'
import { columns as allColumns, defaultColumns } from '../columns'
import { markedColumns } from '../past/Marked'
import { usePresentRows } from '../past/usePresent'
import { RemoveDialog } from '../RemoveDialog'
import { BatchBar } from './BatchBar'
import { CollectionActions } from './CollectionActions'
import { rowMenu } from './rowMenu'
import { Toolbar } from './Toolbar'
import { tableColumns, withExtra } from './tableColumns'
import { useInlineEdit } from './useInlineEdit'
import { useListState } from './useListState'

export function ListPage({ resource }: { resource: Resource }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const model = useModel()
  const state = useListState(resource)
  const layout = (useSearch({ strict: false }) as { layout?: string }).layout
  const layouts = overrides[resource.path]?.layouts ?? []
  const Layout = layouts.find(other => other.name === layout)?.view
  const intention = model.intentions.find(one => one.name === groupOf(model, resource))
  return (
    <div className="flex min-h-0 grow flex-col">
      <PageHeader
        title={labels.plural(resource)}
        crumbs={intention ? [{ label: labels.intention(intention) }] : []}
        note={labels.doc(resource)}
        actions={
          <>
            <CollectionActions resource={resource} />
            {resource.permissions.add && (
              <ButtonLink look="primary" to={to.create(resource.path)} icon={<Plus size={16} aria-hidden />}>
                {t('palette.new', { name: labels.name(resource).toLowerCase() })}
              </ButtonLink>
            )}
          </>
        }
      />
      <Toolbar resource={resource} state={state} layouts={layouts} layout={layout} />
      {Layout ? (
        <Suspense fallback={<Loading />}>
          <Layout resource={resource} params={state.params} />
        </Suspense>
      ) : (
        <ObjectTable resource={resource} params={state.params} state={state} />
      )}
    </div>
  )
}

interface TableProps {
  resource: Resource
  params: Record<string, string>
  state: Pick<ReturnType<typeof useListState>, 'search' | 'set' | 'replace'>
  /** Columns that say nothing here, such as the object on whose page the table stands. */
  without?: string[]
}

/** Rows of a resource with selection, editing and menus; the list page and related tables are made of it. */
export function ObjectTable({ resource, params, state, without }: TableProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const navigate = useNavigate()
  const [ui] = useInterface()
  const list = useRows(resource.path, params)
  const [selection, setSelection] = useState<Set<string>>(new Set())
  const [removing, setRemoving] = useState<Row | null>(null)
  const inline = useInlineEdit(resource)

  const chosen = ui.columns?.[resource.path] ?? overrides[resource.path]?.columns ?? defaultColumns(resource)
  const present = usePresentRows(resource.path, list.rows)
  const shown = useMemo(() => {
    const known = new Map(allColumns(resource).map(column => [column.name, column]))
    const fields = chosen
      .flatMap(name => known.get(name) ?? [])
      .filter(column => !without?.includes(column.name))
    const columns = tableColumns(resource, fields, labels, inline)
    return withExtra(markedColumns(columns, resource, fields, present), resource, t)
  }, [resource, chosen, labels, inline, without, t, present])

  const name = useCallback((row: Row) => title(row, resource), [resource])
  const open = (row: Row, event: { ctrlKey: boolean; metaKey: boolean }) => {
    const address = to.item(resource.path, row.id)
    if (event.ctrlKey || event.metaKey) window.open(atInstant(address), '_blank', 'noopener')
    else void navigate({ to: address })
  }
  if (list.pending) return <Loading />
  if (list.error && list.count === 0) return <Failed error={list.error} retry={list.retry} />
  if (list.count === 0) return <NoRows resource={resource} params={params} state={state} />
  return (
    <>
      <div className="flex items-center px-5 pb-2 text-ink-soft text-sm lg:px-8" role="status">
        {t('list.count', { count: list.count })}
      </div>
      <DataTable
        label={t('list.rowsLabel', { name: labels.plural(resource) })}
        columns={shown}
        rows={list.rows}
        title={name}
        ordering={params.ordering}
        onOrder={ordering => state.set({ ordering })}
        selection={resource.read_only ? undefined : selection}
        onSelect={resource.read_only ? undefined : setSelection}
        onOpen={open}
        onShow={list.show}
        menu={row => rowMenu({ resource, row, t, labels, navigate, inline, remove: () => setRemoving(row) })}
        dimmed={list.stale}
      />
      {selection.size > 0 && (
        <BatchBar
          resource={resource}
          rows={list.rows.filter(row => row !== undefined && selection.has(row.id)) as Row[]}
          onDone={() => setSelection(new Set())}
        />
      )}
      {removing && <RemoveDialog resource={resource} row={removing} onClose={() => setRemoving(null)} />}
    </>
  )
}

function NoRows({ resource, params, state }: Pick<TableProps, 'resource' | 'params' | 'state'>) {
  const { t } = useTranslation()
  const labels = useLabels()
  const chosen = useDomain()
  const domain = 'within' in params ? chosen : null
  const name = labels.plural(resource).toLowerCase()
  const { ordering: _, ...narrowed } = state.search
  if (Object.keys(narrowed).length > 0) {
    return (
      <Empty title={t('list.emptyFiltered')}>
        <p>{t('list.emptyFilteredHelp')}</p>
        <Button onClick={() => state.replace({})}>{t('list.clearFilters')}</Button>
      </Empty>
    )
  }
  return (
    <Empty title={domain ? t('list.emptyDomain', { name, domain: domain.name }) : t('list.empty', { name })}>
      {resource.permissions.add && (
        <ButtonLink look="primary" to={to.create(resource.path)} icon={<Plus size={16} aria-hidden />}>
          {t('palette.new', { name: labels.name(resource).toLowerCase() })}
        </ButtonLink>
      )}
    </Empty>
  )
}
