/** The page of one object of any resource. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Copy, Ellipsis, Link2, Pencil, Printer, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isRef, type Ref, type Resource, type Row, title, useModel } from '@/api/model'
import { itemQuery } from '@/api/objects'
import { useLabels } from '@/i18n/labels'
import { overrides } from '@/pages'
import { type Crumb, PageHeader } from '@/shell/PageHeader'
import { Button, ButtonLink } from '@/ui/Button'
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
import { Comments, useConversation } from './Comments'
import { Fields } from './Fields'
import { canTell } from './grants'
import { History } from './History'
import { Loaded } from './Loaded'
import { RelatedTable, useRelated } from './Related'
import { WhoSees } from './WhoSees'

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
  const navigate = useNavigate()
  const [removing, setRemoving] = useState(false)
  const [action, setAction] = useState<string | null>(null)
  const related = useRelated(resource, row.id)
  const conversation = useConversation(resource, row.id)
  const attachments = useAttachments(resource, row.id)
  const override = overrides[resource.path]
  const name = title(row, resource)
  const now = usePresentRow(resource.path, row)
  const writable = !resource.read_only && row.builtin !== true
  const actions = actionsOf(resource, 'item')
  const copy = (text: string) =>
    void navigator.clipboard.writeText(text).then(() => toast.good(t('common.copied')))

  const tabs: Tab[] = [
    {
      name: 'overview',
      label: t('detail.overview'),
      view: () => (
        <div className="flex flex-col gap-8 px-5 py-6 lg:px-8">
          {override?.above && (
            <Suspense fallback={<Loading />}>
              <override.above resource={resource} row={row} />
            </Suspense>
          )}
          <Fields resource={resource} row={row} now={now} without={override?.without}>
            {override?.below && (
              <Suspense fallback={<Loading />}>
                <override.below resource={resource} row={row} />
              </Suspense>
            )}
          </Fields>
        </div>
      ),
    },
    ...(override?.tabs ?? []).map(tab => ({
      name: tab.name,
      label: t(tab.title),
      view: () => (
        <Suspense fallback={<Loading />}>
          <tab.view resource={resource} row={row} />
        </Suspense>
      ),
    })),
    ...related.map(one => ({
      name: one.key,
      label: one.label,
      count: one.count,
      view: () => <RelatedTable key={one.key} related={one} row={row} />,
    })),
    ...(conversation
      ? [
          {
            name: conversation.resource.path,
            label: labels.plural(conversation.resource),
            count: conversation.count || undefined,
            view: () => <Comments conversation={conversation} row={row} />,
          },
        ]
      : []),
    ...(attachments
      ? [
          {
            name: attachments.resource.path,
            label: labels.plural(attachments.resource),
            count: attachments.count || undefined,
            view: () => <Attachments resource={resource} row={row} />,
          },
        ]
      : []),
    ...(canTell(model, resource)
      ? [
          {
            name: 'access',
            label: t('detail.whoSees'),
            view: () => <WhoSees resource={resource} row={row} />,
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
        title={name}
        crumbs={crumbs(resource, row, labels.plural(resource))}
        note={
          typeof row.ref_id === 'string' && row.ref_id ? (
            <span className="tabular">{row.ref_id}</span>
          ) : undefined
        }
        actions={
          <>
            {resource.permissions.change && !resource.read_only && (
              <ButtonLink
                look="primary"
                to={to.edit(resource.path, row.id)}
                icon={<Pencil size={15} aria-hidden />}
              >
                {t('common.edit')}
              </ButtonLink>
            )}
            <Menu
              items={[
                ...actions.map(one => ({
                  label: labels.action(resource, one),
                  run: () => setAction(one.name),
                })),
                actions.length > 0 && null,
                { label: t('common.copyLink'), icon: <Link2 />, run: () => copy(window.location.href) },
                { label: t('detail.copyId'), icon: <Copy />, run: () => copy(row.id) },
                { label: t('detail.print'), icon: <Printer />, run: () => window.print() },
                resource.permissions.delete && writable && null,
                resource.permissions.delete &&
                  writable && {
                    label: t('common.delete'),
                    icon: <Trash2 />,
                    danger: true,
                    run: () => setRemoving(true),
                  },
              ]}
            >
              <Button icon={<Ellipsis size={17} />} label={t('common.more')} />
            </Menu>
          </>
        }
      >
        <SinceThen resource={resource} row={row} now={now} />
      </PageHeader>
      <Tabs tabs={tabs} label={t('detail.sections')} />
      {removing && (
        <RemoveDialog
          resource={resource}
          row={row}
          onClose={() => setRemoving(false)}
          onRemoved={() => void navigate({ to: to.list(resource.path) })}
        />
      )}
      {action && (
        <ActionDialog
          resource={resource}
          row={row}
          action={actions.find(one => one.name === action)!}
          onClose={() => setAction(null)}
        />
      )}
    </div>
  )
}

/** The list, then the domains above as links, as far as they may be seen. */
export function crumbs(resource: Resource, row: Row | null, plural: string): Crumb[] {
  const path = Array.isArray(row?.path) ? (row.path as unknown[]).filter(isRef) : []
  const domains = resource.path === 'folders' ? path.slice(0, -1) : path
  return [
    { label: plural, to: to.list(resource.path) },
    ...domains.map((domain: Ref) => ({ label: domain.str, to: to.item('folders', domain.id) })),
  ]
}
