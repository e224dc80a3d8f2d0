/** Rows of a resource with selection, editing and menus; used by the list page and related tables. */
import { useNavigate } from '@tanstack/react-router'
import { PanelRight, Plus } from 'lucide-react'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useDomain } from '@/api/domains'
import { type Resource, type Row, title } from '@/api/model'
import { type Rows, useRows } from '@/api/objects'
import { atInstant } from '@/api/past'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { overrides } from '@/pages'
import { useEscape } from '@/shell/keys/useEscape'
import { usePins } from '@/shell/pins'
import { Button, ButtonLink } from '@/ui/Button'
import { DataTable } from '@/ui/DataTable'
import { Empty, Failed, Loading } from '@/ui/States'
import type { Section } from '@/ui/table/SectionRow'
import { useNarrow } from '@/ui/useNarrow'
import { to } from '../address'
import { markedColumns } from '../past/Marked'
import { usePresentRows } from '../past/usePresent'
import { groupable } from './grouping/groupable'
import { rowMenu } from './rowMenu'
import { tableColumns, withExtra } from './tableColumns'
import { useColumns } from './useColumns'
import { useInlineEdit } from './useInlineEdit'
import type { ListState } from './useListState'

const Preview = lazy(() => import('./Preview'))
const BulkBar = lazy(() => import('./bulk/BulkBar'))
const Grouped = lazy(() => import('./grouping/Grouped'))
const RemoveDialog = lazy(async () => ({ default: (await import('../RemoveDialog')).RemoveDialog }))

export interface TableProps {
  resource: Resource
  params: Record<string, string>
  state: Pick<ListState, 'search' | 'set' | 'replace'> & Partial<Pick<ListState, 'columns' | 'group'>>
  /** Columns that are redundant here, such as the object whose page the table is on. */
  without?: string[]
  /** Whether a row can be looked at beside the table. */
  previews?: boolean
  /** More that can be done with the selected rows; the second argument empties the selection. */
  many?: (ids: string[], clear: () => void) => React.ReactNode
}

export function ObjectTable(props: TableProps) {
  const { resource, state } = props
  const by = groupable(resource).find(field => field.name === state.group)
  if (!by) return <Plain {...props} />
  return (
    <Suspense fallback={<Loading />}>
      <Grouped key={by.name} {...props} by={by} />
    </Suspense>
  )
}

function Plain(props: TableProps) {
  return <Table {...props} list={useRows(props.resource.path, props.params)} />
}

interface Drawn extends TableProps {
  list: Rows
  section?: (at: number) => Section | undefined
  tools?: React.ReactNode
}

const NONE: Set<string> = new Set()

/** The selection belongs to what the list shows: other filters reset it. */
function useSelection(params: Record<string, string>) {
  const { ordering: _, ...filters } = params
  const scope = JSON.stringify(filters)
  const [state, setState] = useState({ scope, ids: NONE })
  const select = useCallback((ids: Set<string>) => setState({ scope, ids }), [scope])
  return [state.scope === scope ? state.ids : NONE, select] as const
}

export function Table({ resource, params, state, without, previews, many, list, section, tools }: Drawn) {
  const { t } = useTranslation()
  const labels = useLabels()
  const navigate = useNavigate()
  const narrow = useNarrow()
  const [selection, setSelection] = useSelection(params)
  // A running change continues when nothing is selected any more.
  const [hasSelected, setHasSelected] = useState(false)
  if (selection.size > 0 && !hasSelected) setHasSelected(true)
  const [removing, setRemoving] = useState<Row | null>(null)
  const [reached, setReached] = useState<Row | null>(null)
  const [previewing, setPreviewing] = useState(false)
  const inline = useInlineEdit(resource)
  const pins = usePins()
  const { columns: fields } = useColumns(resource, state)
  const present = usePresentRows(resource.path, list.rows)
  const shown = useMemo(() => {
    const own = fields.filter(column => !without?.includes(column.name))
    const columns = tableColumns(resource, own, labels, inline)
    return withExtra(markedColumns(columns, resource, own, present), resource, t)
  }, [resource, fields, labels, inline, without, t, present])

  const name = useCallback((row: Row) => title(row, resource), [resource])
  const canPreview = previews && !narrow
  const previewed = canPreview && previewing ? (reached ?? list.rows.find(row => row)) : undefined
  const open = (row: Row, event: { type: string; ctrlKey: boolean; metaKey: boolean }) => {
    const address = to.item(resource.path, row.id)
    if (event.ctrlKey || event.metaKey) window.open(atInstant(address), '_blank', 'noopener')
    // The preview already shows it.
    else if (!previewed || event.type !== 'click') void navigate({ to: address })
  }
  useEscape(!!previewed || selection.size > 0, () =>
    previewed ? setPreviewing(false) : setSelection(new Set()),
  )
  if (list.pending) return <Loading />
  if (list.error && list.count === 0) return <Failed error={list.error} retry={list.retry} />
  if (list.count === 0) return <NoRows resource={resource} params={params} state={state} />
  const words = canPreview ? 'list.rowsLabel' : 'list.rowsLabelPlain'
  return (
    <>
      <div className="flex min-h-7 items-center gap-2 px-5 pb-2 text-ink-soft text-sm lg:px-8">
        <span role="status">{t('list.count', { count: list.count })}</span>
        <span className="grow" />
        {tools}
        {canPreview && (
          <Button
            look="quiet"
            size="sm"
            aria-pressed={!!previewed}
            className={previewed ? 'bg-hover text-ink' : undefined}
            icon={<PanelRight size={15} aria-hidden />}
            onClick={() => setPreviewing(!previewing)}
          >
            {t('list.preview')}
          </Button>
        )}
      </div>
      <div className="flex min-h-0 grow">
        <DataTable
          label={t(words, { name: labels.plural(resource) })}
          columns={shown}
          rows={list.rows}
          count={list.count}
          section={section}
          title={name}
          ordering={params.ordering}
          onOrder={ordering => state.set({ ordering })}
          selection={resource.read_only ? undefined : selection}
          onSelect={resource.read_only ? undefined : setSelection}
          onOpen={open}
          onShow={list.show}
          onPreview={
            canPreview
              ? row => {
                  setReached(row)
                  setPreviewing(!previewing)
                }
              : undefined
          }
          previewed={previewed?.id}
          onReach={canPreview ? setReached : undefined}
          menu={row =>
            rowMenu({ resource, row, t, labels, navigate, inline, pins, remove: () => setRemoving(row) })
          }
          dimmed={list.stale}
        />
        {previewed && (
          <Suspense fallback={null}>
            <Preview resource={resource} row={previewed} onClose={() => setPreviewing(false)} />
          </Suspense>
        )}
      </div>
      <Suspense fallback={null}>
        {hasSelected && (
          <BulkBar
            resource={resource}
            selection={selection}
            rows={list.rows.filter(row => row !== undefined)}
            count={list.count}
            params={params}
            onSelect={setSelection}
            many={many}
          />
        )}
        {removing && <RemoveDialog resource={resource} row={removing} onClose={() => setRemoving(null)} />}
      </Suspense>
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
  const Own = overrides[resource.path]?.empty
  if (Object.keys(narrowed).length > 0) {
    return (
      <Empty title={t('list.emptyFiltered')}>
        <p>{t('list.emptyFilteredHelp')}</p>
        <Button onClick={() => state.replace({})}>{t('list.clearFilters')}</Button>
      </Empty>
    )
  }
  if (Own)
    return (
      <Suspense fallback={<Loading />}>
        <Own resource={resource} />
      </Suspense>
    )
  return (
    <Empty title={domain ? t('list.emptyDomain', { name, domain: domain.name }) : t('list.empty', { name })}>
      {resource.permissions.add && (
        <ButtonLink look="primary" to={to.create(resource.path)} icon={<Plus size={16} aria-hidden />}>
          {t('palette.new', { name: labels.one(resource) })}
        </ButtonLink>
      )}
    </Empty>
  )
}
