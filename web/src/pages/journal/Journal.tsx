/** The audit log: what happened, day by day, in sentences that open to every field that changed. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { get } from '@/api/client'
import type { Page } from '@/api/objects'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { Days } from '@/resource/journal/Days'
import { type Entry, LOG } from '@/resource/journal/entry'
import { ExportMenu } from '@/resource/list/files/ExportMenu'
import { FilterBar } from '@/resource/list/filters/FilterBar'
import { useListState } from '@/resource/list/useListState'
import { NotFound } from '@/resource/ResourcePage'
import { useCrumbs } from '@/shell/navigation'
import { PageHeader } from '@/shell/PageHeader'
import { Button } from '@/ui/Button'
import { SearchField } from '@/ui/SearchField'
import { Empty, Failed, Loading } from '@/ui/States'
import { useNarrow } from '@/ui/useNarrow'
import { LogLine } from './LogLine'
import { Seal } from './Seal'
import { type LogState, useFilterable, useUntil } from './useLog'

const SIZE = 100

export default function Journal() {
  const resource = useFilterable()
  return resource ? <Log resource={resource} /> : <NotFound />
}

function Log({ resource }: { resource: NonNullable<ReturnType<typeof useFilterable>> }) {
  const narrow = useNarrow()
  const { t } = useTranslation()
  const labels = useLabels()
  const state = useListState(resource)
  const params = useUntil(state.params)
  const log = useInfiniteQuery({
    queryKey: ['list', LOG, 'pages', params],
    queryFn: ({ signal, pageParam }) =>
      get<Page<Entry>>(`${LOG}/`, { ...params, limit: SIZE, offset: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.next ? pages.length * SIZE : undefined),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  const entries = log.data?.pages.flatMap(page => page.results) ?? []
  const crumbs = useCrumbs(resource)
  const { ordering: _, ...narrowed } = state.search
  return (
    <>
      <PageHeader title={labels.plural(resource)} crumbs={crumbs} note={labels.doc(resource)} />
      <div className="flex max-w-5xl flex-col gap-4 px-5 pb-10 lg:px-8">
        <Seal />
        <div data-no-print className="flex flex-col gap-2">
          <div className="flex flex-wrap items-center gap-x-1 gap-y-2 sm:gap-x-2">
            <SearchField
              label={t('log.search')}
              hint={narrow ? t('common.search') : undefined}
              className="max-w-112"
              calm
              value={state.search.search ?? ''}
              onChange={text => state.set({ search: text || undefined })}
            />
            <FilterBar.Add resource={resource} state={state} />
            <div className="grow max-sm:hidden" />
            <ExportMenu
              resource={resource}
              params={params}
              formats={(['csv', 'xlsx', 'jsonl'] as const).map(format => ({
                label: t(`log.export.${format}`),
                format,
              }))}
            />
          </div>
          <OnlyObject state={state} entries={entries} />
          <FilterBar.Active resource={resource} state={withoutObject(state)} />
        </div>
        {log.isPending ? (
          <Loading />
        ) : log.error && entries.length === 0 ? (
          <Failed error={log.error} retry={() => void log.refetch()} />
        ) : entries.length === 0 ? (
          <Empty title={t(Object.keys(narrowed).length > 0 ? 'list.emptyFiltered' : 'log.empty')}>
            {Object.keys(narrowed).length > 0 && (
              <Button onClick={() => state.replace({})}>{t('list.clearFilters')}</Button>
            )}
          </Empty>
        ) : (
          <div className={log.isPlaceholderData ? 'opacity-60' : ''}>
            <div className="flex flex-col gap-6">
              <Days entries={entries}>
                {entries => (
                  <ul className="divide-y divide-line rounded-lg border border-line bg-raised">
                    {entries.map(entry => (
                      <LogLine key={entry.id} entry={entry} onNarrow={state.set} />
                    ))}
                  </ul>
                )}
              </Days>
            </div>
            {log.hasNextPage && (
              <Button
                className="mt-5"
                disabled={log.isFetchingNextPage}
                onClick={() => void log.fetchNextPage()}
              >
                {t('log.older')}
              </Button>
            )}
          </div>
        )}
      </div>
    </>
  )
}

/** The chip of the object that the log is filtered by: its name says more than its id. */
function OnlyObject({ state, entries }: { state: LogState; entries: Entry[] }) {
  const { t } = useTranslation()
  const id = state.search.object
  if (!id) return null
  const name = entries.find(entry => entry.object?.id === id)?.object?.str ?? id
  return (
    <p className="flex items-center gap-1.5">
      <span className="min-w-0 break-words">{t('log.only', { name })}</span>
      <Button
        look="quiet"
        size="sm"
        icon={<X size={14} />}
        label={t('log.notOnly')}
        onClick={() => state.set({ object: undefined })}
      />
    </p>
  )
}

function withoutObject(state: LogState): LogState {
  const { object: _, ...filters } = state.filters
  return { ...state, filters }
}
