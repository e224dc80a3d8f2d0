/** A dashboard: its widgets, what limits all of them, and everything that can be done with it. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import {
  Copy,
  Download,
  FileText,
  Image,
  LayoutDashboard,
  Maximize2,
  Pencil,
  Plus,
  Settings2,
  Undo2,
} from 'lucide-react'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { request } from '@/api/client'
import { saveAs } from '@/api/download'
import { type Row, useModel } from '@/api/model'
import { itemQuery, refresh } from '@/api/objects'
import { may, useUser } from '@/api/user'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { to } from '@/resource/address'
import { Loaded } from '@/resource/detail/Loaded'
import { MoreMenu } from '@/resource/detail/MoreMenu'
import { NotFound } from '@/resource/ResourcePage'
import { PageHeader } from '@/shell/PageHeader'
import { Button } from '@/ui/Button'
import { Menu } from '@/ui/Menu'
import { Empty, Failed, Loading } from '@/ui/States'
import { toast } from '@/ui/Toast'
import { useFrame } from '@/ui/useFrame'
import { DASHBOARDS, type Dashboard, dataQuery, type Shown, type Widget, widgetsQuery } from './api'
import { DashboardDialog, type Values } from './DashboardDialog'
import { Filters, useFilterWords } from './Filters'
import { Grid } from './Grid'
import { type Search, useLimits, useSetSearch } from './limits'
import { Presentation } from './Presentation'
import { useAudience } from './useAudience'
import { useEditing, useUndoKey } from './useEditing'
import { WidgetCard } from './WidgetCard'

const WidgetDialog = lazy(() => import('./WidgetDialog'))

export default function DashboardPage() {
  const { id } = useParams({ strict: false }) as { id: string }
  const resource = useModel().resources[DASHBOARDS]
  const item = useQuery({ ...itemQuery(DASHBOARDS, id), enabled: !!resource })
  const widgets = useQuery({ ...widgetsQuery(id), enabled: !!resource })
  if (!resource) return <NotFound />
  return (
    <Loaded query={item} path={DASHBOARDS} id={id}>
      {row =>
        widgets.data ? (
          <Board key={id} dashboard={row as Dashboard} widgets={widgets.data.results} />
        ) : widgets.error ? (
          <Failed error={widgets.error} retry={() => void widgets.refetch()} />
        ) : (
          <Loading />
        )
      }
    </Loaded>
  )
}

/** What the widgets show, first as recorded, then with the days before from the journal. */
function useShown(dashboard: string, widgets: Widget[]) {
  const limits = useLimits()
  const isTimed = widgets.some(one => ['line', 'area', 'sparkline', 'kpi_card'].includes(one.chart_type))
  const recorded = useQuery({ ...dataQuery(dashboard, limits, false), placeholderData: keepPreviousData })
  const rebuilt = useQuery({
    ...dataQuery(dashboard, limits, true),
    enabled: isTimed && recorded.isSuccess && !recorded.isPlaceholderData,
  })
  const isNewer = rebuilt.dataUpdatedAt >= recorded.dataUpdatedAt
  const data = rebuilt.data && isNewer ? rebuilt.data : recorded.data
  const byWidget = useMemo(() => new Map<string, Shown>(data?.map(one => [one.widget, one])), [data])
  return { byWidget, error: recorded.error, retry: () => void recorded.refetch() }
}

type Open = 'settings' | 'duplicate' | 'present' | { widget?: Widget } | null

function Board({ dashboard, widgets }: { dashboard: Dashboard; widgets: Widget[] }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const client = useQueryClient()
  const navigate = useNavigate()
  const resource = useModel().resources[DASHBOARDS]
  const user = useUser()
  const search = useSearch({ strict: false }) as Search
  const set = useSetSearch()
  const narrow = useFrame() === 'narrow'
  const { byWidget, error, retry } = useShown(dashboard.id, widgets)
  const editing = useEditing(dashboard.id, widgets)
  const audience = useAudience(dashboard)
  const words = useFilterWords(dashboard)
  const paper = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<Open>(null)
  const isWritable = !!resource && !resource.read_only
  const mayChange = isWritable && !dashboard.builtin && may(user, 'change_dashboard', dashboard.folder.id)
  const mayAdd = isWritable && resource.permissions.add
  const isEdited = mayChange && !!search.edit
  useUndoKey(isEdited, editing.undo)
  // Someone who may not change it, or looks back, was sent the link of someone who edits.
  useEffect(() => {
    if (search.edit && !mayChange) set({ edit: undefined })
  })
  if (!resource) return null
  const nameOf = (id: string) => widgets.find(one => one.id === id)?.display_title || t('dashboard.text')
  const duplicate = async (values: Values) => {
    const { data } = await request<{ id: string }>(`${DASHBOARDS}/${dashboard.id}/duplicate/`, {
      method: 'POST',
      body: { name: values.name, folder: values.folder },
    })
    if (values.is_published !== dashboard.is_published)
      await request(`${DASHBOARDS}/${data.id}/`, {
        method: 'PATCH',
        body: { is_published: values.is_published },
      })
    await refresh(client)
    await navigate({ to: to.item(DASHBOARDS, data.id), search: { edit: '1' } as never })
  }
  const change = async (values: Values) => {
    await request<Row>(`${DASHBOARDS}/${dashboard.id}/`, { method: 'PATCH', body: values })
    await refresh(client)
  }
  const png = async () => {
    if (!paper.current) return
    const { pictureOf } = await import('./picture')
    const blob = await pictureOf(paper.current, { title: dashboard.name, note: words })
    saveAs(`${dashboard.name}.png`, blob)
  }
  const given = { name: dashboard.name, folder: dashboard.folder.id, is_published: dashboard.is_published }
  return (
    <div className="on-wide-paper">
      <PageHeader
        title={dashboard.name}
        crumbs={[{ label: labels.plural(resource), to: to.list(DASHBOARDS) }]}
        note={
          <>
            {dashboard.description && <p>{dashboard.description}</p>}
            <p className="text-sm print:hidden">{audience}</p>
            <p className="hidden text-sm print:block">{words}</p>
          </>
        }
        actions={
          <>
            <Button
              icon={<Maximize2 size={16} />}
              label={t('dashboard.fullScreen')}
              onClick={() => setOpen('present')}
            />
            <Menu
              items={[
                { label: t('dashboard.png'), icon: <Image />, run: () => void png().catch(toast.bad) },
                { label: t('dashboard.pdf'), icon: <FileText />, run: () => window.print() },
              ]}
            >
              <Button icon={<Download size={16} />} label={t('dashboard.export')} />
            </Menu>
            {isEdited ? (
              <Button onClick={() => set({ edit: undefined })}>{t('dashboard.done')}</Button>
            ) : mayChange ? (
              <Button look="primary" onClick={() => set({ edit: '1' })}>
                <Pencil size={15} aria-hidden />
                {t('common.edit')}
              </Button>
            ) : (
              mayAdd && (
                <Button look="primary" onClick={() => setOpen('duplicate')}>
                  <Copy size={15} aria-hidden />
                  {t('dashboard.duplicate')}
                </Button>
              )
            )}
            <MoreMenu
              resource={resource}
              row={dashboard}
              edit={false}
              without={['data', 'duplicate']}
              own={[
                ...(mayChange
                  ? [{ label: t('dashboard.settings'), icon: <Settings2 />, run: () => setOpen('settings') }]
                  : []),
                ...(mayAdd && mayChange
                  ? [{ label: t('dashboard.duplicate'), icon: <Copy />, run: () => setOpen('duplicate') }]
                  : []),
              ]}
            />
          </>
        }
      >
        <Filters dashboard={dashboard} mayChange={mayChange} />
      </PageHeader>
      {isEdited && (
        <div
          role="toolbar"
          aria-label={t('dashboard.tools')}
          className="sticky top-0 z-20 mx-5 mb-4 flex flex-wrap items-center gap-2 rounded-lg border border-line bg-accent-soft px-3 py-2 lg:mx-8"
        >
          <Button size="sm" look="primary" onClick={() => setOpen({})}>
            <Plus size={15} aria-hidden />
            {t('dashboard.add')}
          </Button>
          <Button size="sm" disabled={!editing.canUndo} onClick={editing.undo}>
            <Undo2 size={15} aria-hidden />
            {t('common.undo')}
          </Button>
          <p className="grow text-ink-soft text-sm max-sm:basis-full">
            {t(narrow ? 'dashboard.editNarrow' : 'dashboard.editHelp')}
          </p>
          <p role="status" className="text-ink-soft text-sm">
            {editing.saving ? t('dashboard.saving') : editing.canUndo ? t('common.saved') : ''}
          </p>
        </div>
      )}
      <div ref={paper} className="mx-5 mb-10 lg:mx-8">
        {widgets.length === 0 ? (
          <Empty icon={<LayoutDashboard />} title={t('dashboard.noWidgets')}>
            {mayChange && (
              <>
                <p>{t('dashboard.noWidgetsHelp')}</p>
                {!isEdited && (
                  <Button
                    onClick={() => {
                      set({ edit: '1' })
                      setOpen({})
                    }}
                  >
                    {t('dashboard.add')}
                  </Button>
                )}
              </>
            )}
          </Empty>
        ) : (
          <Grid boxes={editing.boxes} name={nameOf} editing={isEdited ? editing : undefined}>
            {(id, handle) => {
              const widget = widgets.find(one => one.id === id)
              return (
                widget && (
                  <WidgetCard
                    widget={widget}
                    shown={byWidget.get(id)}
                    error={error}
                    retry={retry}
                    handle={handle}
                    onEdit={isEdited ? () => setOpen({ widget }) : undefined}
                    onRemove={isEdited ? () => void editing.remove(widget) : undefined}
                  />
                )
              )
            }}
          </Grid>
        )}
      </div>
      {open === 'present' && (
        <Presentation
          dashboard={dashboard}
          boxes={editing.boxes}
          widgets={widgets}
          shown={byWidget}
          refresh={retry}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'settings' && (
        <DashboardDialog
          title={t('dashboard.settings')}
          verb={t('common.save')}
          given={given}
          onSave={change}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'duplicate' && (
        <DashboardDialog
          title={t('dashboard.duplicateTitle', { name: dashboard.name })}
          verb={t('dashboard.duplicate')}
          given={{ ...given, name: t('dashboard.copyOf', { name: dashboard.name }) }}
          onSave={duplicate}
          onClose={() => setOpen(null)}
        />
      )}
      {open && typeof open === 'object' && (
        <Suspense fallback={null}>
          <WidgetDialog
            widget={open.widget}
            dashboard={dashboard}
            boxes={editing.boxes}
            onSave={values => (open.widget ? editing.change(open.widget, values) : editing.add(values))}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </div>
  )
}
