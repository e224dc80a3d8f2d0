/** The page of a what-if: what would be different, object by object and step by step, and the buttons that decide. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Check, FlaskConical } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { DRAFTS, enterDraft } from '@/api/draft'
import { field, type Resource, useModel } from '@/api/model'
import { refresh, useWrite } from '@/api/objects'
import { useDraft } from '@/api/useDraft'
import { formatDateTime } from '@/i18n/format'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { History } from '@/resource/detail/History'
import { Loaded } from '@/resource/detail/Loaded'
import { MoreMenu } from '@/resource/detail/MoreMenu'
import { NotFound } from '@/resource/ResourcePage'
import { useCrumbs } from '@/shell/navigation'
import { PageHeader } from '@/shell/PageHeader'
import { useRealUser } from '@/shell/whatif/useRealUser'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { Failed, Loading } from '@/ui/States'
import { Switch } from '@/ui/Switch'
import { type Tab, Tabs } from '@/ui/Tabs'
import { toast } from '@/ui/Toast'
import { comparisonQuery, type FullDraft, fullDraftQuery, OWN_ACTIONS } from './api'
import { mayDecide } from './rights'

const Compared = lazy(() => import('./Compared'))
const Objects = lazy(() => import('./Objects'))
const Steps = lazy(() => import('./Steps'))
const Details = lazy(() => import('../audit/Details'))
const ApplyDialog = lazy(() => import('./ApplyDialog'))
const DiscardDialog = lazy(() => import('./DiscardDialog'))

export default function ComparisonPage() {
  const { id } = useParams({ strict: false }) as { id: string }
  const resource = useModel().resources[DRAFTS]
  const found = useQuery(fullDraftQuery(id))
  if (!resource) return <NotFound />
  return (
    <Loaded query={found} path={DRAFTS} id={id}>
      {draft => <Whole key={id} resource={resource} draft={draft} />}
    </Loaded>
  )
}

function Whole({ resource, draft }: { resource: Resource; draft: FullDraft }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const crumbs = useCrumbs(resource)
  const client = useQueryClient()
  const user = useRealUser()
  const here = useDraft() === draft.id
  const isOpen = draft.status === 'open'
  const decides = mayDecide(user, draft)
  const comparison = useQuery(comparisonQuery(draft.id))
  const [asking, setAsking] = useState<'apply' | 'discard' | null>(null)
  const status = field(resource, 'status')
  const choice = status?.choices?.find(one => one.key === draft.status)
  const wait = (view: ReactNode) => <Suspense fallback={<Loading />}>{view}</Suspense>
  const compared = (view: (data: NonNullable<typeof comparison.data>) => ReactNode) => () =>
    comparison.data ? (
      wait(view(comparison.data))
    ) : comparison.error ? (
      <Failed error={comparison.error} retry={() => void comparison.refetch()} />
    ) : (
      <Loading />
    )
  const problems = comparison.data?.problems ?? []
  const steps: Tab = {
    name: 'steps',
    label: t('compared.steps'),
    count: draft.step_count,
    view: () => wait(<Steps draft={draft} problems={problems} editable={decides} />),
  }
  const tabs: Tab[] = [
    ...(isOpen
      ? [
          {
            name: 'comparison',
            label: t('compared.title'),
            view: compared(data => <Compared draft={draft} comparison={data} />),
          },
          {
            name: 'objects',
            label: t('compared.objects'),
            count: comparison.data?.objects.length,
            view: compared(data => <Objects draft={draft.id} comparison={data} />),
          },
        ]
      : []),
    steps,
    {
      name: 'about',
      label: t('compared.about'),
      view: () => wait(<Details resource={resource} row={draft} />),
    },
    {
      name: 'history',
      label: t('detail.history'),
      view: () => <History resource={resource} id={draft.id} />,
    },
  ]
  const mayEdit = decides
  return (
    <div className="relative flex min-h-0 grow flex-col">
      <PageHeader
        title={draft.name}
        crumbs={crumbs}
        mark={
          status &&
          choice && (
            <Badge tone={isOpen ? 'accent' : draft.status === 'applied' ? 'good' : 'neutral'}>
              {labels.choice(resource, status, choice)}
            </Badge>
          )
        }
        actions={
          <>
            {isOpen && !here && (
              <Button icon={<FlaskConical size={15} aria-hidden />} onClick={() => enterDraft(draft.id, '/')}>
                {t(draft.is_mine ? 'compared.goOn' : 'compared.look')}
              </Button>
            )}
            {decides && (
              <Button look="quiet" className="max-sm:hidden" onClick={() => setAsking('discard')}>
                {t('whatIf.discard')}
              </Button>
            )}
            {decides && draft.step_count > 0 && (
              <Button
                look="primary"
                icon={<Check size={15} aria-hidden />}
                onClick={() => setAsking('apply')}
              >
                {t('whatIf.apply')}
              </Button>
            )}
            <MoreMenu
              resource={resource}
              row={draft}
              edit={mayEdit}
              second={decides ? { label: t('whatIf.discard'), run: () => setAsking('discard') } : undefined}
              without={OWN_ACTIONS}
            />
          </>
        }
      >
        {isOpen ? <Sharing draft={draft} editable={mayEdit} /> : <Closed draft={draft} />}
        {problems.length > 0 && (
          <Callout tone="bad" title={t('compared.problems', { count: problems.length })}>
            <p>{t('compared.problemsHelp')}</p>
            <ul className="mt-1 list-disc pl-5">
              {problems.map(one => (
                <li key={one.step}>
                  {t('compared.step', { number: one.step })}
                  {one.name && ` (${one.name})`}: {one.message}
                </li>
              ))}
            </ul>
          </Callout>
        )}
      </PageHeader>
      <Tabs tabs={tabs} label={t('detail.sections')} />
      <Suspense>
        {asking === 'apply' && (
          <ApplyDialog
            draft={draft}
            onClose={() => {
              setAsking(null)
              void refresh(client)
            }}
          />
        )}
        {asking === 'discard' && <DiscardDialog draft={draft} onClose={() => setAsking(null)} />}
      </Suspense>
    </div>
  )
}

/** Who sees it, and for its author the switch. */
function Sharing({ draft, editable }: { draft: FullDraft; editable: boolean }) {
  const { t } = useTranslation()
  const write = useWrite(DRAFTS)
  const words = t(draft.is_shared ? 'compared.shared' : 'compared.private', { domain: draft.folder.str })
  const by = !draft.is_mine && t('compared.by', { name: draft.author?.str ?? draft.author_label })
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft">
      {editable && (
        <Switch
          label={t('whatIf.share')}
          checked={draft.is_shared}
          disabled={write.isPending}
          onChange={is_shared =>
            write.mutate({ id: draft.id, values: { is_shared } }, { onError: toast.bad })
          }
        />
      )}
      <p>
        {by && <>{by} </>}
        {words}
      </p>
    </div>
  )
}

function Closed({ draft }: { draft: FullDraft }) {
  const { t } = useTranslation()
  const name = draft.closed_by?.str ?? draft.closed_by_label ?? ''
  const when = draft.closed_at ? formatDateTime(draft.closed_at) : ''
  return (
    <Callout tone={draft.status === 'applied' ? 'good' : 'info'}>
      {t(draft.status === 'applied' ? 'compared.wasApplied' : 'compared.wasDiscarded', { name, when })}
    </Callout>
  )
}
