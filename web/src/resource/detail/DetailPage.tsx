/**
 * The page of one object of any resource: what it is, its status, and the next step. `layouts/` decides
 * what is where.
 */
import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { Suspense, useMemo, useRef } from 'react'
import { type Resource, type Row, title, useModel } from '@/api/model'
import { itemQuery } from '@/api/objects'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { layoutOf } from '@/layouts'
import { overrides } from '@/pages'
import { today } from '@/pages/due/days'
import { PageHeader } from '@/shell/PageHeader'
import { Button, ButtonLink } from '@/ui/Button'
import { Loading } from '@/ui/States'
import { type Tab, Tabs } from '@/ui/Tabs'
import { to } from '../address'
import { SinceThen } from '../past/SinceThen'
import { usePresentRow } from '../past/usePresent'
import { Attachments, useAttachments } from './Attachments'
import { arrange } from './arrange'
import { useConversation } from './comments'
import { crumbsOf } from './crumbs'
import { Facts } from './Facts'
import { History } from './History'
import { Loaded } from './Loaded'
import { MoreMenu } from './MoreMenu'
import { Overview } from './Overview'
import { RelatedTable } from './RelatedTable'
import { goesBy, useRelated } from './related'
import { useDeeds } from './useDeeds'

export default function DetailPage({ resource, id }: { resource: Resource; id: string }) {
  const item = useQuery(itemQuery(resource.path, id))
  return (
    <Loaded query={item} path={resource.path} id={id}>
      {row => <Detail resource={resource} row={row} />}
    </Loaded>
  )
}

function Detail({ resource: given, row }: { resource: Resource; row: Row }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const model = useModel()
  const override = overrides[given.path]
  const layout = useMemo(() => layoutOf(given), [given])
  const isFrozen = layout.frozen?.(row) ?? false
  const resource = useMemo(
    () => (isFrozen ? { ...given, permissions: { ...given.permissions, change: false } } : given),
    [given, isFrozen],
  )
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
    ...(override?.tabs ?? [])
      .filter(tab => !tab.needs || resource.actions.some(action => action.name === tab.needs))
      .map(tab => ({
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
        crumbs={crumbsOf(model, resource, row, labels)}
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
              without={first && 'act' in first.deed ? [first.deed.act] : undefined}
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
