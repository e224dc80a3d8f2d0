/** The page of an audit: what it covers, how it stands, and its requirements to work through. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { CircleCheck, Lock, Play, RectangleHorizontal, Send } from 'lucide-react'
import { lazy, Suspense, useCallback, useState } from 'react'
import { field, type Resource, type Row, title, useModel } from '@/api/model'
import { useWrite } from '@/api/objects'
import { may, useUser } from '@/api/user'
import { useLabels } from '@/i18n/labels'
import { withWords } from '@/i18n/parts'
import { useTranslation } from '@/i18n/react'
import { crumbs } from '@/resource/detail/crumbs'
import { ChoiceFact } from '@/resource/detail/Facts'
import { History } from '@/resource/detail/History'
import { Loaded } from '@/resource/detail/Loaded'
import { MoreMenu } from '@/resource/detail/MoreMenu'
import { SinceThen } from '@/resource/past/SinceThen'
import { usePresentRow } from '@/resource/past/usePresent'
import { NotFound } from '@/resource/ResourcePage'
import { PageHeader } from '@/shell/PageHeader'
import { Button } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { Empty, Failed, Loading } from '@/ui/States'
import { type Tab, Tabs } from '@/ui/Tabs'
import { toast } from '@/ui/Toast'
import { hasXray } from '../xray/api'
import { AUDITS, type Audit, auditQuery, treeQuery } from './api'
import { ACTION as FRAMEWORK_CHANGES } from './changes/api'
import { Changes } from './changes/Changes'
import { step } from './model/moves'
import type { Tree } from './model/tree'
import { OneByOne } from './OneByOne'
import { REPORT_ACTIONS, Reports } from './Reports'
import { Requirements } from './Requirements'
import { Summary } from './Summary'
import { useAuditKeys } from './useAuditKeys'
import { useAuditWork, withGoingOn } from './useAuditWork'
import { useSearchState } from './usePage'
import { useWork, type Work, WorkProvider } from './work'

const Standing = lazy(() => import('./Standing'))
const ActionPlan = lazy(withWords('plan', () => import('./plan/ActionPlan')))
const RowsTable = lazy(() => import('./RowsTable'))
const Comparison = lazy(() => import('./Comparison'))
const Assignments = lazy(() => import('./assign/Assignments'))
const AssignDialog = lazy(() => import('./assign/AssignDialog'))
const Derived = lazy(() => import('./derived/Lines'))
const Says = lazy(() => import('./derived/Says'))
const XrayPanel = lazy(withWords('xray', () => import('../xray/XrayPanel')))
const Details = lazy(() => import('./Details'))

export default function AuditPage() {
  const { id } = useParams({ strict: false }) as { id: string }
  const resource = useModel().resources[AUDITS]
  const audit = useQuery(auditQuery(id))
  const tree = useQuery(treeQuery(id))
  if (!resource) return <NotFound />
  return (
    <Loaded query={audit} path={AUDITS} id={id}>
      {row =>
        tree.data ? (
          <Working key={id} resource={resource} audit={row} tree={tree.data} />
        ) : tree.error ? (
          <Failed error={tree.error} retry={() => void tree.refetch()} />
        ) : (
          <Loading />
        )
      }
    </Loaded>
  )
}

interface Props {
  resource: Resource
  audit: Audit
  tree: Tree
}

function Working({ resource, audit, tree }: Props) {
  const [assigning, setAssigning] = useState<string[] | null>(null)
  const work = useAuditWork(audit, tree, setAssigning)
  const [search, set] = useSearchState()
  const one = search.view === 'one'
  const move = useCallback((by: 1 | -1) => work.choose(step(work.shown, work.chosen?.id ?? null, by)), [work])
  const setOne = (on: boolean) => set({ view: on ? 'one' : undefined })
  useAuditKeys(withGoingOn(work), { move, one: () => setOne(!one) })
  return (
    <WorkProvider value={work}>
      {one ? (
        <OneByOne onMove={move} onClose={() => setOne(false)} />
      ) : (
        <Whole resource={resource} work={work} onMove={move} onOne={() => setOne(true)} />
      )}
      {assigning && (
        <Suspense>
          <AssignDialog
            rows={assigning}
            onClose={() => setAssigning(null)}
            onDone={() => work.setSelecting(false)}
          />
        </Suspense>
      )}
    </WorkProvider>
  )
}

interface WholeProps {
  resource: Resource
  work: Work
  onMove: (by: 1 | -1) => void
  onOne: () => void
}

function Whole({ resource, work, onMove, onOne }: WholeProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { audit, total } = work
  const now = usePresentRow(AUDITS, audit)
  const status = field(resource, 'status')
  const mayEdit = useMayEdit(resource, audit)
  const hasControls = 'applied-controls' in useModel().resources
  const wait = (view: React.ReactNode) => <Suspense fallback={<Loading />}>{view}</Suspense>
  const tabs: Tab[] = [
    {
      name: 'requirements',
      label: t('audit.requirements'),
      count: total.total,
      view: () => (total.total > 0 ? <Requirements onMove={onMove} /> : <NoRequirements />),
    },
    { name: 'standing', label: t('audit.sections'), view: () => wait(<Standing />) },
    ...(hasControls ? [{ name: 'plan', label: t('audit.plan'), view: () => wait(<ActionPlan />) }] : []),
    { name: 'table', label: t('audit.table'), view: () => wait(<RowsTable />) },
    ...(work.mayAssign || work.assignments.length > 0
      ? [
          {
            name: 'assignments',
            label: t('audit.assign.tab'),
            ...(work.assignments.length > 0 && { count: work.assignments.length }),
            view: () => wait(<Assignments />),
          },
        ]
      : []),
    ...(hasXray(resource)
      ? [
          {
            name: 'xray',
            label: t('detail.xray'),
            view: () => wait(<XrayPanel resource={resource} row={audit} />),
          },
        ]
      : []),
    { name: 'compare', label: t('audit.compare'), view: () => wait(<Comparison />) },
    { name: 'derived', label: t('audit.derived.tab'), view: () => wait(<Derived />) },
    { name: 'about', label: t('audit.about'), view: () => wait(<Details resource={resource} row={audit} />) },
    {
      name: 'history',
      label: t('detail.history'),
      view: () => <History resource={resource} id={audit.id} />,
    },
  ]
  return (
    <div className="relative flex min-h-0 grow flex-col">
      <PageHeader
        title={title(audit, resource)}
        crumbs={crumbs(resource, audit, labels.plural(resource))}
        mark={
          status && (
            <ChoiceFact resource={mayEdit ? resource : readOnly(resource)} row={audit} field={status} />
          )
        }
        actions={
          <>
            {total.total > 0 && (
              <Button
                look="quiet"
                className="max-sm:hidden"
                icon={<RectangleHorizontal size={15} aria-hidden />}
                onClick={onOne}
              >
                {t('audit.oneByOne')}
              </Button>
            )}
            {total.total > 0 && <Reports />}
            {mayEdit && <NextStatus audit={audit} />}
            <MoreMenu
              resource={resource}
              row={audit as Row}
              edit={mayEdit}
              second={{ label: t('audit.oneByOne'), run: onOne }}
              without={REPORT_ACTIONS}
            />
          </>
        }
      >
        <SinceThen resource={resource} row={audit} now={now} />
        <LockNotice resource={resource} />
        {resource.actions.some(action => action.name === FRAMEWORK_CHANGES) && <Changes />}
        <Summary>
          <Suspense>
            <Says />
          </Suspense>
        </Summary>
      </PageHeader>
      <Tabs tabs={tabs} label={t('detail.sections')} />
    </div>
  )
}

const readOnly = (resource: Resource): Resource => ({
  ...resource,
  permissions: { ...resource.permissions, change: false },
})

function useMayEdit(resource: Resource, audit: Audit): boolean {
  const user = useUser()
  return (
    resource.permissions.change &&
    !resource.read_only &&
    may(user, `change_${resource.model}`, audit.folder.id)
  )
}

const NEXT = {
  planned: { to: 'in_progress', label: 'audit.start', icon: Play },
  in_progress: { to: 'in_review', label: 'audit.sendForReview', icon: Send },
  in_review: { to: 'done', label: 'audit.finish', icon: CircleCheck },
} as const

/** The next step of the audit as a whole. */
function NextStatus({ audit }: { audit: Audit }) {
  const { t } = useTranslation()
  const write = useWrite(AUDITS)
  const next = NEXT[audit.status as keyof typeof NEXT]
  if (!next || audit.is_locked) return null
  const put = (status: string, undo?: string) =>
    write.mutate(
      { id: audit.id, values: { status } },
      {
        onSuccess: () =>
          undo
            ? toast.good(t('common.saved'), { label: t('common.undo'), run: () => put(undo) })
            : toast.good(t('common.undone')),
        onError: toast.bad,
      },
    )
  return (
    <Button
      look="primary"
      disabled={write.isPending}
      icon={<next.icon size={15} aria-hidden />}
      onClick={() => put(next.to, audit.status)}
    >
      {t(next.label)}
    </Button>
  )
}

/** A locked audit says so, and how to go on. */
function LockNotice({ resource }: { resource: Resource }) {
  const { t } = useTranslation()
  const { audit } = useWork()
  const mayEdit = useMayEdit(resource, audit)
  const write = useWrite(AUDITS)
  if (!audit.is_locked) return null
  return (
    <Callout
      icon={Lock}
      title={t('audit.locked')}
      action={
        mayEdit && (
          <Button
            size="sm"
            disabled={write.isPending}
            onClick={() =>
              write.mutate({ id: audit.id, values: { is_locked: false } }, { onError: toast.bad })
            }
          >
            {t('audit.unlock')}
          </Button>
        )
      }
    >
      {t(mayEdit ? 'audit.lockedHelp' : 'audit.lockedReader')}
    </Callout>
  )
}

function NoRequirements() {
  const { t } = useTranslation()
  const { audit } = useWork()
  const navigate = useNavigate()
  return (
    <Empty title={t('audit.empty')}>
      <p>{t('audit.emptyHelp', { framework: audit.framework.str })}</p>
      <Button onClick={() => void navigate({ to: `/${AUDITS}/${audit.id}/edit` })}>
        {t('audit.editScope')}
      </Button>
    </Empty>
  )
}
