/** The requirements as a table: filters, columns, and the same change to many rows. */
import { SlidersHorizontal, UserPlus } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from '@/i18n/react'
import { ColumnChooser } from '@/resource/list/ColumnChooser'
import { FilterBar } from '@/resource/list/filters/FilterBar'
import { ObjectTable } from '@/resource/list/ListPage'
import type { ListState } from '@/resource/list/useListState'
import { Button } from '@/ui/Button'
import { SearchField } from '@/ui/SearchField'
import { ToolButton } from '@/ui/ToolButton'
import { useWork } from './work'

type Search = Record<string, string>

const WITHOUT = ['compliance_assessment', 'folder']
const given = (search: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value)) as Search

export default function RowsTable() {
  const { t } = useTranslation()
  const { audit, rows, editable, mayAssign, assign } = useWork()
  // Its filters are its own: those of the address belong to the tree.
  const [search, setSearch] = useState<Search>({})
  const resource = useMemo(
    () =>
      editable ? rows : { ...rows, read_only: true, permissions: { ...rows.permissions, change: false } },
    [rows, editable],
  )
  const set = useCallback(
    (change: Record<string, string | undefined>) => setSearch(now => given({ ...now, ...change })),
    [],
  )
  const state = useMemo((): ListState => {
    const { search: _, ordering, columns, ...filters } = search
    const params = {
      ...filters,
      ...(search.search ? { search: search.search } : {}),
      compliance_assessment: audit.id,
      // Headings have no result.
      assessable: 'true',
      ordering: ordering ?? rows.order,
    }
    return { search, params, filters, columns: columns?.split(','), set, replace: setSearch }
  }, [search, audit.id, rows.order, set])
  return (
    <div className="flex min-h-96 grow flex-col pt-3">
      <div data-no-print className="flex flex-col gap-2 px-5 pb-3 lg:px-8">
        <div className="flex flex-wrap items-center gap-2">
          {rows.search && (
            <SearchField
              label={t('audit.find')}
              calm
              value={search.search ?? ''}
              onChange={text => set({ search: text || undefined })}
            />
          )}
          <FilterBar.Add resource={resource} state={state} />
          <div className="grow" />
          <ColumnChooser
            resource={resource}
            state={state}
            trigger={
              <ToolButton icon={<SlidersHorizontal size={16} aria-hidden />} label={t('list.columns')} />
            }
          />
        </div>
        <FilterBar.Active resource={resource} state={state} />
      </div>
      <ObjectTable
        resource={resource}
        params={state.params}
        state={state}
        without={WITHOUT}
        many={ids =>
          mayAssign && (
            <Button size="sm" icon={<UserPlus size={14} aria-hidden />} onClick={() => assign(ids)}>
              {t('audit.assign.verb')}
            </Button>
          )
        }
      />
    </div>
  )
}
