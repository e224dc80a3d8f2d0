/** Over a list: search, filters, views, columns, export. */
import { SlidersHorizontal } from 'lucide-react'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { Resource } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import type { Override } from '@/pages'
import { SearchField } from '@/ui/SearchField'
import { Segments } from '@/ui/Segments'
import { ToolButton } from '@/ui/ToolButton'
import { ColumnChooser } from './ColumnChooser'
import { ExportMenu } from './ExportMenu'
import { exportView } from './export'
import { FilterBar } from './filters/FilterBar'
import type { ListState } from './useListState'
import { Views } from './Views'

interface Props {
  resource: Resource
  state: ListState
  layouts: NonNullable<Override['layouts']>
  layout?: string
}

export function Toolbar({ resource, state, layouts, layout }: Props) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { set } = state
  const search = useCallback((text: string) => set({ search: text || undefined }), [set])
  return (
    <div data-no-print className="flex flex-col gap-2 px-5 pb-3 lg:px-8">
      <div className="flex flex-wrap items-center gap-x-1 gap-y-2 sm:gap-x-2">
        {resource.search && (
          <SearchField
            label={t('list.searchIn', { name: labels.plural(resource).toLowerCase() })}
            calm
            value={state.search.search ?? ''}
            onChange={search}
            className="max-sm:basis-[calc(100%-3.5rem)] sm:max-w-72"
          />
        )}
        <FilterBar.Add resource={resource} state={state} />
        <div className="grow max-sm:hidden" />
        {layouts.length > 0 && (
          <Segments
            label={t('list.views')}
            value={layout ?? ''}
            segments={[{ name: '', title: 'list.table' }, ...layouts].map(one => ({
              value: one.name,
              label: t(one.title),
            }))}
            onChange={name => state.set({ layout: name || undefined })}
          />
        )}
        <Views resource={resource} state={state} />
        {!layout && (
          <ColumnChooser
            resource={resource}
            trigger={
              <ToolButton icon={<SlidersHorizontal size={16} aria-hidden />} label={t('list.columns')} />
            }
          />
        )}
        <ExportMenu
          resource={resource}
          params={state.params}
          formats={[
            { label: t('list.exportCsv'), format: 'csv' },
            { label: t('list.exportXlsx'), format: 'xlsx' },
          ]}
          more={[{ label: t('list.exportView'), run: () => void exportView(resource, state.params, labels) }]}
        />
      </div>
      <FilterBar.Active resource={resource} state={state} />
    </div>
  )
}
