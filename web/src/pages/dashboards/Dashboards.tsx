/** All dashboards: those that come with Cairn, and those that people made, each with a picture of how it is laid out. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { LayoutDashboard, Plus } from 'lucide-react'
import { useState } from 'react'
import { request } from '@/api/client'
import { useDomain, useDomainIds, useDomains } from '@/api/domains'
import { type Row, useModel } from '@/api/model'
import { refresh } from '@/api/objects'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { to } from '@/resource/address'
import { NotFound } from '@/resource/ResourcePage'
import { PageHeader } from '@/shell/PageHeader'
import { Button } from '@/ui/Button'
import { Empty, Failed, Skeleton } from '@/ui/States'
import { DASHBOARDS, type Dashboard, dashboardsQuery, outlinesQuery } from './api'
import { DashboardDialog } from './DashboardDialog'
import { Outline, type Placed } from './Outline'
import { useAudience } from './useAudience'

export default function Dashboards() {
  const { t } = useTranslation()
  const labels = useLabels()
  const client = useQueryClient()
  const navigate = useNavigate()
  const resource = useModel().resources[DASHBOARDS]
  const root = useDomains().uuid
  const domain = useDomain()
  const within = useDomainIds()
  const found = useQuery(dashboardsQuery)
  const outlines = useQuery(outlinesQuery)
  const [creating, setCreating] = useState(false)
  if (!resource) return <NotFound />
  const all = found.data?.results ?? []
  const included = all.filter(one => one.builtin)
  const own = all.filter(one => !one.builtin && (!within || within.includes(one.folder.id)))
  const mayAdd = resource.permissions.add && !resource.read_only
  const create = async (values: object) => {
    const { data } = await request<Row>(`${DASHBOARDS}/`, { method: 'POST', body: values })
    await refresh(client)
    await navigate({ to: to.item(DASHBOARDS, data.id), search: { edit: '1' } as never })
  }
  const cards = (some: Dashboard[]) => (
    <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {some.map(one => (
        <Card
          key={one.id}
          dashboard={one}
          placed={outlines.data?.results.filter(widget => widget.dashboard.id === one.id) ?? []}
        />
      ))}
    </ul>
  )
  return (
    <>
      <PageHeader
        title={labels.plural(resource)}
        actions={
          mayAdd && (
            <Button look="primary" onClick={() => setCreating(true)}>
              <Plus size={16} aria-hidden />
              {t('dashboard.new')}
            </Button>
          )
        }
      />
      <div className="flex flex-col gap-8 px-5 pb-10 lg:px-8">
        {found.error ? (
          <Failed error={found.error} retry={() => void found.refetch()} />
        ) : (
          <>
            <section aria-labelledby="included" className="flex flex-col gap-3">
              <h2 id="included" className="text-base">
                {t('dashboard.included')}
              </h2>
              {found.data ? cards(included) : <ToCome />}
            </section>
            {found.data && (
              <section aria-labelledby="own" className="flex flex-col gap-3">
                <h2 id="own" className="text-base">
                  {domain ? t('dashboard.ownIn', { domain: domain.name }) : t('dashboard.own')}
                </h2>
                {own.length > 0 ? (
                  cards(own)
                ) : (
                  <Empty icon={<LayoutDashboard />} title={t('dashboard.none')}>
                    {mayAdd && <p>{t('dashboard.noneHelp')}</p>}
                  </Empty>
                )}
              </section>
            )}
          </>
        )}
      </div>
      {creating && (
        <DashboardDialog
          title={t('dashboard.new')}
          verb={t('dashboard.create')}
          given={{ name: '', folder: domain?.uuid ?? root, is_published: false }}
          onSave={create}
          onClose={() => setCreating(false)}
        />
      )}
    </>
  )
}

function ToCome() {
  const { t } = useTranslation()
  return (
    <div role="status" className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      <span className="sr-only">{t('common.loading')}</span>
      {[1, 2, 3].map(one => (
        <Skeleton key={one} className="h-60 rounded-lg" />
      ))}
    </div>
  )
}

function Card({ dashboard, placed }: { dashboard: Dashboard; placed: Placed[] }) {
  const { t } = useTranslation()
  const audience = useAudience(dashboard)
  return (
    <li className="group relative flex h-60 flex-col overflow-hidden rounded-lg border border-line bg-raised shadow-sm transition-colors focus-within:border-focus hover:border-line-strong">
      <div className="h-28 shrink-0 border-line border-b bg-bg px-4 pt-3">
        <Outline placed={placed} />
      </div>
      <div className="flex min-h-0 grow flex-col gap-1 px-4 py-3">
        <h3 className="text-base">
          <Link
            to={to.item(DASHBOARDS, dashboard.id)}
            className="block truncate rounded-sm after:absolute after:inset-0 group-hover:text-accent-text"
          >
            {dashboard.name}
          </Link>
        </h3>
        {dashboard.description && (
          <p className="line-clamp-2 text-pretty text-ink-soft text-sm">{dashboard.description}</p>
        )}
        <p className="mt-auto truncate text-ink-soft text-xs" title={audience}>
          {t('dashboard.widgets', { count: dashboard.widget_count })}
          {!dashboard.builtin && ` · ${audience}`}
        </p>
      </div>
    </li>
  )
}
