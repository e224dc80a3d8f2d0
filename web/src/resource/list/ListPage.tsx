/** The list of any resource. */
import { useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { Suspense, useEffect } from 'react'
import type { Resource } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { overrides } from '@/pages'
import { ListTabs } from '@/shell/ListTabs'
import { rememberList } from '@/shell/lastList'
import { useCrumbs } from '@/shell/navigation'
import { PageHeader } from '@/shell/PageHeader'
import { StartButton } from '@/shell/whatif/StartButton'
import { ButtonLink } from '@/ui/Button'
import { cn } from '@/ui/cn'
import { Loading, Skeleton } from '@/ui/States'
import { to } from '../address'
import { CollectionActions } from './CollectionActions'
import { ObjectTable } from './ObjectTable'
import { Toolbar } from './Toolbar'
import { useCharts } from './useCharts'
import { useListState } from './useListState'
import { useViews } from './views/useViews'

export function ListPage({ resource }: { resource: Resource }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const crumbs = useCrumbs(resource)
  const state = useListState(resource)
  const saved = useViews(resource)
  const charts = useCharts(resource)
  useEffect(() => rememberList(resource.path, state.params), [resource.path, state.params])
  const layout = (useSearch({ strict: false }) as { layout?: string }).layout
  const { layouts = [], charts: Charts } = overrides[resource.path] ?? {}
  const Layout = layouts.find(other => other.name === layout)?.view
  return (
    <div className="flex min-h-0 grow flex-col">
      <PageHeader
        title={labels.plural(resource)}
        crumbs={crumbs}
        note={labels.doc(resource)}
        actions={
          <>
            {overrides[resource.path]?.whatIf && <StartButton />}
            <CollectionActions resource={resource} />
            {resource.permissions.add && (
              <ButtonLink look="primary" to={to.create(resource.path)} icon={<Plus size={16} aria-hidden />}>
                {t('palette.new', { name: labels.one(resource) })}
              </ButtonLink>
            )}
          </>
        }
      >
        <ListTabs resource={resource} />
      </PageHeader>
      {/* Drawn and asked for, but not shown before it is known whether tabs stand over it. */}
      <div className={cn('contents', !saved.known && 'invisible')}>
        <Toolbar
          resource={resource}
          state={state}
          layouts={layouts}
          layout={layout}
          saved={saved}
          charts={charts}
        />
        {Charts && charts?.shown && !Layout && (
          <section aria-label={t('charts.title')} className="border-line border-t px-5 pt-4 pb-5 lg:px-8">
            <Suspense fallback={<Skeleton className="h-88 w-full sm:h-40" />}>
              <Charts resource={resource} params={state.params} />
            </Suspense>
          </section>
        )}
        {Layout ? (
          <Suspense fallback={<Loading />}>
            <Layout resource={resource} params={state.params} />
          </Suspense>
        ) : (
          <ObjectTable resource={resource} params={state.params} state={state} previews />
        )}
      </div>
    </div>
  )
}

export { ObjectTable }
