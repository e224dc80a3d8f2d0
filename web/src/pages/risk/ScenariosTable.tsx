/** The scenarios as a table: filters, columns, and the same change to many rows. */
import { SlidersHorizontal } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import type { Resource } from '@/api/model'
import { useTranslation } from '@/i18n/react'
import { ColumnChooser } from '@/resource/list/ColumnChooser'
import { FilterBar } from '@/resource/list/filters/FilterBar'
import { ObjectTable } from '@/resource/list/ListPage'
import type { ListState } from '@/resource/list/useListState'
import { SearchField } from '@/ui/SearchField'
import { ToolButton } from '@/ui/ToolButton'
import type { Assessment } from './api'

type Search = Record<string, string>

const WITHOUT = ['risk_assessment', 'folder']
const given = (search: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value)) as Search

interface Props {
  assessment: Assessment
  resource: Resource
  editable: boolean
}

export default function ScenariosTable({ assessment, resource: rows, editable }: Props) {
  const { t } = useTranslation()
  // Its filters are its own: those of the address belong to the map.
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
      risk_assessment: assessment.id,
      ordering: ordering ?? rows.order,
    }
    return { search, params, filters, columns: columns?.split(','), set, replace: setSearch }
  }, [search, assessment.id, rows.order, set])
  return (
    <div className="flex min-h-96 grow flex-col pt-3">
      <div data-no-print className="flex flex-col gap-2 px-5 pb-3 lg:px-8">
        <div className="flex flex-wrap items-center gap-2">
          <SearchField
            label={t('risk.find')}
            calm
            value={search.search ?? ''}
            onChange={text => set({ search: text || undefined })}
          />
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
      <ObjectTable resource={resource} params={state.params} state={state} without={WITHOUT} />
    </div>
  )
}
