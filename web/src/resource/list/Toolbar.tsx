/** Over a list: search, filters, views, columns, export. */
import { Download, SlidersHorizontal } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Resource } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import type { Override } from '@/pages'
import { Button } from '@/ui/Button'
import { Menu } from '@/ui/Menu'
import { ToolButton } from '@/ui/ToolButton'
import { ColumnChooser } from './ColumnChooser'
import { downloadAll, exportView } from './export'
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
  return (
    <div data-no-print className="flex flex-col gap-2 px-5 pb-3 lg:px-8">
      <div className="flex flex-wrap items-center gap-x-1 gap-y-2 sm:gap-x-2">
        {resource.search && <SearchField resource={resource} state={state} />}
        <FilterBar.Add resource={resource} state={state} />
        <div className="grow max-sm:hidden" />
        {layouts.length > 0 && (
          <div role="group" aria-label={t('list.views')} className="flex rounded-md border border-line p-0.5">
            {[{ name: '', title: 'list.table' }, ...layouts].map(one => (
              <Button
                key={one.name}
                size="sm"
                look={(layout ?? '') === one.name ? 'plain' : 'quiet'}
                aria-pressed={(layout ?? '') === one.name}
                onClick={() => state.set({ layout: one.name || undefined })}
              >
                {t(one.title)}
              </Button>
            ))}
          </div>
        )}
        <Views resource={resource} state={state} />
        <ColumnChooser
          resource={resource}
          trigger={
            <ToolButton icon={<SlidersHorizontal size={16} aria-hidden />} label={t('list.columns')} />
          }
        />
        <Menu
          items={[
            { label: t('list.exportView'), run: () => void exportView(resource, state.params, labels) },
            { label: t('list.exportCsv'), run: () => downloadAll(resource, 'csv', state.params) },
            { label: t('list.exportXlsx'), run: () => downloadAll(resource, 'xlsx', state.params) },
          ]}
        >
          <ToolButton icon={<Download size={16} aria-hidden />} label={t('list.export')} />
        </Menu>
      </div>
      <FilterBar.Active resource={resource} state={state} />
    </div>
  )
}

/** The address follows what is typed after a short pause. */
function SearchField({ resource, state }: { resource: Resource; state: ListState }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const given = state.search.search ?? ''
  const [text, setText] = useState(given)
  useEffect(() => setText(given), [given])
  const set = state.set
  useEffect(() => {
    if (text === given) return
    const timer = setTimeout(() => set({ search: text || undefined }), 250)
    return () => clearTimeout(timer)
  }, [text, given, set])
  const label = t('list.searchIn', { name: labels.plural(resource).toLowerCase() })
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={event => setText(event.target.value)}
      className="control min-w-0 grow basis-32 sm:max-w-72 sm:basis-52"
    />
  )
}
