/**
 * The page of one object of any resource: what it is, its status, and the next step. `layouts/` decides
 * what is where.
 */
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Copy, Ellipsis, Eye, Link2, Pencil, Printer, Trash2 } from 'lucide-react'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isRef, type Ref, type Resource, type Row, title, useModel } from '@/api/model'
import { itemQuery } from '@/api/objects'
import { useLabels } from '@/i18n/labels'
import { layoutOf } from '@/layouts'
import { overrides } from '@/pages'
import { today } from '@/pages/due/days'
import { type Crumb, PageHeader } from '@/shell/PageHeader'
import { Button, ButtonLink } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Menu } from '@/ui/Menu'
import { Loading } from '@/ui/States'
import { type Tab, Tabs } from '@/ui/Tabs'
import { toast } from '@/ui/Toast'
import ActionDialog from '../ActionDialog'
import { actionsOf } from '../actions'
import { to } from '../address'
import { SinceThen } from '../past/SinceThen'
import { usePresentRow } from '../past/usePresent'
import { RemoveDialog } from '../RemoveDialog'
import { Attachments, useAttachments } from './Attachments'
import { arrange } from './arrange'
import { useConversation } from './comments'
import { Facts } from './Facts'
import { canTell } from './grants'
import { History } from './History'
import { Loaded } from './Loaded'
import { Overview } from './Overview'
import { RelatedTable } from './RelatedTable'
import { goesBy, useRelated } from './related'
import { useDeeds } from './useDeeds'

const WhoSees = lazy(async () => ({ default: (await import('./WhoSees')).WhoSees }))

export default function DetailPage({ resource, id }: { resource: Resource; id: string }) {
  const item = useQuery(itemQuery(resource.path, id))
  return (
    <Loaded query={item} path={resource.path} id={id}>
      {row => <Detail resource={resource} row={row} />}
    </Loaded>
  )
}

function Detail({ resource, row }: { resource: Resource; row: Row }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const model = useModel()
  const override = overrides[resource.path]
  const layout = useMemo(() => layoutOf(resource), [resource])
  const arranged = useMemo(
    () => arrange(model, resource, layout, override?.without),
    [model, resource, layout, override],
  )
  const related = useRelated(resource, row, layout)
  const conversation = useConversation(resource)
  const attachments = useAttachments(resource, row.id)
  const now = usePresentRow(resource.path, row)
  const deeds = useDeeds(resource, row, related)
  const draft = useRef('')
  const state = {
    resource,
    row,
    count: (name: string) => related.find(one => goesBy(one, name))?.count,
    today: today(),
  }
  const next = layout.next?.(state) ?? {}
  const [first, second] = [deeds.allowed(next.first), deeds.allowed(next.second)]
  const mayChange = resource.permissions.change && !resource.read_only
  const LayoutOverview = layout.overview

  const tabs: Tab[] = [
    {
      name: 'overview',
      label: t('detail.overview'),
      view: () =>
        LayoutOverview ? (
          <Suspense fallback={<Loading />}>
            <LayoutOverview resource={resource} row={row} />
          </Suspense>
        ) : (
          <Overview
            resource={resource}
            row={row}
            now={now}
            layout={layout}
            arranged={arranged}
            related={related}
            conversation={conversation}
            checklist={mayChange ? layout.checklist?.(state) : undefined}
            deeds={deeds}
            draft={draft}
          />
        ),
    },
    ...related.map(one => ({
      name: one.name,
      label: one.label,
      count: one.count,
      view: () => <RelatedTable key={one.name} resource={resource} related={one} row={row} />,
    })),
    ...(override?.tabs ?? []).map(tab => ({
      name: tab.name,
      label: t(tab.title),
      view: () => (
        <Suspense fallback={<Loading />}>
          <tab.view resource={resource} row={row} />
        </Suspense>
      ),
    })),
    ...(attachments
      ? [
          {
            name: attachments.resource.path,
            label: labels.plural(attachments.resource),
            count: attachments.count,
            view: () => <Attachments resource={resource} row={row} />,
          },
        ]
      : []),
    ...(resource.history
      ? [
          {
            name: 'history',
            label: t('detail.history'),
            view: () => <History resource={resource} id={row.id} />,
          },
        ]
      : []),
  ]
  return (
    <div className="relative flex min-h-0 grow flex-col">
      <PageHeader
        title={title(row, resource)}
        crumbs={crumbs(resource, row, labels.plural(resource))}
        actions={
          <>
            {second && (
              <Button
                className="max-sm:hidden"
                icon={<second.icon size={15} aria-hidden />}
                onClick={() => deeds.run(second.deed)}
              >
                {t(second.label)}
              </Button>
            )}
            {first ? (
              // On a phone it stays at the foot, within reach of the thumb.
              <div
                data-foot="phone"
                className="max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-20 max-sm:flex max-sm:border-line max-sm:border-t max-sm:bg-surface max-sm:p-3"
              >
                <Button
                  look="primary"
                  className="max-sm:h-11 max-sm:grow"
                  icon={<first.icon size={15} aria-hidden />}
                  onClick={() => deeds.run(first.deed)}
                >
                  {t(first.label)}
                </Button>
              </div>
            ) : (
              mayChange && (
                <ButtonLink to={to.edit(resource.path, row.id)} icon={<Pencil size={15} aria-hidden />}>
                  {t('common.edit')}
                </ButtonLink>
              )
            )}
            <MoreMenu
              resource={resource}
              row={row}
              edit={mayChange && !!first}
              second={second && { label: t(second.label), run: () => deeds.run(second.deed) }}
            />
          </>
        }
      >
        <Facts
          resource={resource}
          row={row}
          now={now}
          facts={arranged.facts}
          settled={layout.settled?.(row)}
        />
        <SinceThen resource={resource} row={row} now={now} />
      </PageHeader>
      <Tabs tabs={tabs} label={t('detail.sections')} />
      {/* Room for the button at the foot. */}
      {first && <div className="h-17 shrink-0 sm:hidden" />}
      {deeds.dialog}
    </div>
  )
}

interface MoreProps {
  resource: Resource
  row: Row
  /** The form is offered here when a next step has its place. */
  edit: boolean
  /** On a phone there is room for one button only. */
  second?: { label: string; run: () => void }
}

function MoreMenu({ resource, row, edit, second }: MoreProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const model = useModel()
  const navigate = useNavigate()
  const [removing, setRemoving] = useState(false)
  const [seeing, setSeeing] = useState(false)
  const [action, setAction] = useState<string | null>(null)
  const actions = actionsOf(resource, 'item')
  const chosen = actions.find(one => one.name === action)
  const mayRemove = resource.permissions.delete && !resource.read_only && row.builtin !== true
  const copy = (text: string) =>
    void navigator.clipboard.writeText(text).then(() => toast.good(t('common.copied')))
  return (
    <>
      <Menu
        items={[
          second &&
            window.matchMedia('(max-width: 639px)').matches && { label: second.label, run: second.run },
          edit && {
            label: t('common.edit'),
            icon: <Pencil />,
            run: () => void navigate({ to: to.edit(resource.path, row.id) }),
          },
          ...actions.map(one => ({
            label: labels.action(resource, one),
            run: () => setAction(one.name),
          })),
          (edit || actions.length > 0) && null,
          canTell(model, resource) && {
            label: t('detail.whoSees'),
            icon: <Eye />,
            run: () => setSeeing(true),
          },
          { label: t('common.copyLink'), icon: <Link2 />, run: () => copy(window.location.href) },
          { label: t('detail.copyId'), icon: <Copy />, run: () => copy(row.id) },
          { label: t('detail.print'), icon: <Printer />, run: () => window.print() },
          mayRemove && null,
          mayRemove && {
            label: t('common.delete'),
            icon: <Trash2 />,
            danger: true,
            run: () => setRemoving(true),
          },
        ]}
      >
        <Button icon={<Ellipsis size={17} />} label={t('common.more')} />
      </Menu>
      {seeing && (
        <Dialog open size="lg" title={t('detail.whoSees')} onClose={() => setSeeing(false)}>
          <Suspense fallback={<Loading />}>
            <WhoSees resource={resource} row={row} />
          </Suspense>
        </Dialog>
      )}
      {removing && (
        <RemoveDialog
          resource={resource}
          row={row}
          onClose={() => setRemoving(false)}
          onRemoved={() => void navigate({ to: to.list(resource.path) })}
        />
      )}
      {chosen && (
        <ActionDialog resource={resource} row={row} action={chosen} onClose={() => setAction(null)} />
      )}
    </>
  )
}

/** The list, then the parent domains as links, as far as they may be seen. */
export function crumbs(resource: Resource, row: Row | null, plural: string): Crumb[] {
  const path = Array.isArray(row?.path) ? (row.path as unknown[]).filter(isRef) : []
  const domains = resource.path === 'folders' ? path.slice(0, -1) : path
  return [
    { label: plural, to: to.list(resource.path) },
    ...domains.map((domain: Ref) => ({ label: domain.str, to: to.item('folders', domain.id) })),
  ]
}
