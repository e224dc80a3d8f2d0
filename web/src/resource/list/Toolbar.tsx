/** Over a list: saved views, search, filters, groups, columns, files. */
import { ChartColumn, SlidersHorizontal, Upload } from 'lucide-react'
import { useCallback } from 'react'
import type { Resource } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import type { Override } from '@/pages'
import { ButtonLink } from '@/ui/Button'
import { cn } from '@/ui/cn'
import { SearchField } from '@/ui/SearchField'
import { Segments } from '@/ui/Segments'
import { toast } from '@/ui/Toast'
import { ToolButton } from '@/ui/ToolButton'
import { to } from '../address'
import { canImport } from '../import/fields'
import { ColumnChooser } from './ColumnChooser'
import { ExportMenu } from './files/ExportMenu'
import { FilterBar } from './filters/FilterBar'
import { GroupMenu } from './grouping/GroupMenu'
import type { useCharts } from './useCharts'
import { useColumns } from './useColumns'
import type { ListState } from './useListState'
import type { useViews } from './views/useViews'
import { Views } from './views/Views'
import { ViewTabs } from './views/ViewTabs'

interface Props {
  resource: Resource
  state: ListState
  layouts: NonNullable<Override['layouts']>
  layout?: string
  saved: ReturnType<typeof useViews>
  charts: ReturnType<typeof useCharts>
}

export function Toolbar({ resource, state, layouts, layout, saved, charts }: Props) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { names, columns } = useColumns(resource, state)
  const { set } = state
  const search = useCallback((text: string) => set({ search: text || undefined }), [set])
  const write = (format: 'csv' | 'xlsx') => {
    const wanted = { resource, columns, params: state.params, group: layout ? undefined : state.group }
    void import('./files/exportView').then(({ exportView }) => exportView(wanted, format)).catch(toast.bad)
  }
  return (
    <div data-no-print className="flex flex-col gap-2 px-5 pb-3 lg:px-8">
      <ViewTabs views={saved.views} state={state} />
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
            label={t('list.layouts')}
            value={layout ?? ''}
            segments={[{ name: '', title: 'list.table' }, ...layouts].map(one => ({
              value: one.name,
              label: t(one.title),
            }))}
            onChange={name => state.set({ layout: name || undefined })}
          />
        )}
        <Views state={state} columns={names} saved={saved} />
        {!layout && (
          <>
            <span className="max-sm:hidden">
              <GroupMenu resource={resource} state={state} />
            </span>
            <ColumnChooser
              resource={resource}
              state={state}
              trigger={
                <ToolButton icon={<SlidersHorizontal size={16} aria-hidden />} label={t('list.columns')} />
              }
            />
          </>
        )}
        {charts && !layout && (
          <ToolButton
            icon={<ChartColumn size={16} aria-hidden />}
            label={t('charts.title')}
            aria-pressed={charts.shown}
            className={cn('max-[1380px]:px-2.5', charts.shown && 'bg-hover text-ink')}
            onClick={charts.toggle}
          />
        )}
        {canImport(resource) && (
          <ButtonLink
            look="quiet"
            className="max-[1380px]:px-2.5"
            to={to.import(resource.path)}
            icon={<Upload size={16} aria-hidden />}
          >
            <span className="max-[1380px]:sr-only">{t('list.import')}</span>
          </ButtonLink>
        )}
        <ExportMenu
          resource={resource}
          params={state.params}
          formats={[
            { label: t('list.exportCsv'), format: 'csv' },
            { label: t('list.exportXlsx'), format: 'xlsx' },
          ]}
          more={[
            { label: t('list.exportView'), run: () => write('csv') },
            { label: t('list.exportViewXlsx'), run: () => write('xlsx') },
            null,
          ]}
        />
      </div>
      <FilterBar.Active resource={resource} state={state} />
    </div>
  )
}
