/** Rows of a resource with selection, editing and menus; the list page and related tables are made of it. */
import { useNavigate } from '@tanstack/react-router'
import { PanelRight, Plus } from 'lucide-react'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDomain } from '@/api/domains'
import { type Field, type Resource, type Row, title } from '@/api/model'
import { type Rows, useRows } from '@/api/objects'
import { atInstant } from '@/api/past'
import { formatNumber } from '@/i18n/format'
import { useLabels } from '@/i18n/labels'
import { Button, ButtonLink } from '@/ui/Button'
import { DataTable } from '@/ui/DataTable'
import { Empty, Failed, Loading } from '@/ui/States'
import type { Section } from '@/ui/table/SectionRow'
import { useNarrow } from '@/ui/useNarrow'
import { to } from '../address'
import { markedColumns } from '../past/Marked'
import { usePresentRows } from '../past/usePresent'
import { RemoveDialog } from '../RemoveDialog'
import { BulkBar } from './bulk/BulkBar'
import { groupable, nameOf, summable, sumsOf } from './grouping/groups'
import { useGroupedRows } from './grouping/useGroupedRows'
import { rowMenu } from './rowMenu'
import { tableColumns, withExtra } from './tableColumns'
import { useColumns } from './useColumns'
import { useInlineEdit } from './useInlineEdit'
import type { ListState } from './useListState'

const Preview = lazy(() => import('./Preview'))

interface TableProps {
  resource: Resource
  params: Record<string, string>
  state: Pick<ListState, 'search' | 'set' | 'replace'> & Partial<Pick<ListState, 'columns' | 'group'>>
  /** Columns that say nothing here, such as the object on whose page the table stands. */
  without?: string[]
  /** Whether a row can be looked at beside the table. */
  previews?: boolean
}

export function ObjectTable(props: TableProps) {
  const { resource, state } = props
  const by = groupable(resource).find(field => field.name === state.group)
  return by ? <Grouped key={by.name} {...props} by={by} /> : <Plain {...props} />
}

function Plain(props: TableProps) {
  return <Table {...props} list={useRows(props.resource.path, props.params)} />
}

function Grouped({ by, ...props }: TableProps & { by: Field }) {
  const { resource, params, state } = props
  const { t } = useTranslation()
  const labels = useLabels()
  const { columns } = useColumns(resource, state)
  const summed = useMemo(() => summable(columns), [columns])
  const sums = useMemo(() => summed.map(column => column.name), [summed])
  const list = useGroupedRows(resource.path, params, by.name, sums)
  const { groups, folded, toggle, lines } = list
  // One object for each head, so that a head is drawn anew only when it changes.
  const sections = useMemo(
    () =>
      (groups ?? []).map((group): Section => {
        const key = String(group.key)
        const notes = [formatNumber(group.count), ...sumsOf(resource, summed, group, labels)]
        return {
          name: nameOf(resource, by, group, labels, t),
          note: notes.join(' · '),
          folded: folded.has(key),
          toggle: () => toggle(key),
        }
      }),
    [groups, folded, toggle, resource, by, summed, labels, t],
  )
  const section = useCallback(
    (at: number) => {
      const line = lines[at]
      return line?.at === null ? sections[line.group] : undefined
    },
    [lines, sections],
  )
  const all = folded.size > 0 && folded.size === groups?.length
  return (
    <Table
      {...props}
      list={list}
      section={section}
      tools={
        <Button look="quiet" size="sm" onClick={() => list.foldAll(!all)}>
          {t(all ? 'list.groups.unfoldAll' : 'list.groups.foldAll')}
        </Button>
      }
    />
  )
}

interface Drawn extends TableProps {
  list: Rows
  section?: (at: number) => Section | undefined
  tools?: React.ReactNode
}

const NONE: Set<string> = new Set()

/** What is selected belongs to what the list shows: other filters begin anew. */
function useSelection(params: Record<string, string>) {
  const { ordering: _, ...filters } = params
  const scope = JSON.stringify(filters)
  const [state, setState] = useState({ scope, ids: NONE })
  const select = useCallback((ids: Set<string>) => setState({ scope, ids }), [scope])
  return [state.scope === scope ? state.ids : NONE, select] as const
}

function Table({ resource, params, state, without, previews, list, section, tools }: Drawn) {
  const { t } = useTranslation()
  const labels = useLabels()
  const navigate = useNavigate()
  const narrow = useNarrow()
  const [selection, setSelection] = useSelection(params)
  const [removing, setRemoving] = useState<Row | null>(null)
  const [reached, setReached] = useState<Row | null>(null)
  const [previewing, setPreviewing] = useState(false)
  const inline = useInlineEdit(resource)
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
    // Beside the table it is looked at already.
    else if (!previewed || event.type !== 'click') void navigate({ to: address })
  }
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
      <div
        className="flex min-h-0 grow"
        onKeyDown={event => {
          if (event.key === 'Escape' && previewed && !event.defaultPrevented) setPreviewing(false)
        }}
      >
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
            rowMenu({ resource, row, t, labels, navigate, inline, remove: () => setRemoving(row) })
          }
          dimmed={list.stale}
        />
        {previewed && (
          <Suspense fallback={null}>
            <Preview resource={resource} row={previewed} onClose={() => setPreviewing(false)} />
          </Suspense>
        )}
      </div>
      <BulkBar
        resource={resource}
        selection={selection}
        rows={list.rows.filter(row => row !== undefined)}
        count={list.count}
        params={params}
        onSelect={setSelection}
      />
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
