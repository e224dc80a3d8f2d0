/** The page of a risk assessment: its map, its scenarios, and what is done about them. */
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Grid3x3, ListChecks, Lock, Plus } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { field, type Resource, title, useModel } from '@/api/model'
import { useWrite } from '@/api/objects'
import { may, useUser } from '@/api/user'
import { useLabels } from '@/i18n/labels'
import { withWords } from '@/i18n/parts'
import { useTranslation } from '@/i18n/react'
import type { MatrixDefinition } from '@/pages/matrix/matrix'
import { crumbs } from '@/resource/detail/crumbs'
import { ChoiceFact } from '@/resource/detail/Facts'
import { History } from '@/resource/detail/History'
import { Loaded } from '@/resource/detail/Loaded'
import { MoreMenu } from '@/resource/detail/MoreMenu'
import { SinceThen } from '@/resource/past/SinceThen'
import { usePresentRow } from '@/resource/past/usePresent'
import { NotFound } from '@/resource/ResourcePage'
import { PageHeader } from '@/shell/PageHeader'
import { StartButton } from '@/shell/whatif/StartButton'
import { Button } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { Failed, Loading } from '@/ui/States'
import { type Tab, Tabs } from '@/ui/Tabs'
import { toast } from '@/ui/Toast'
import { useSearchState } from '../audit/usePage'
import { hasXray } from '../xray/api'
import {
  ASSESSMENTS,
  type Assessment,
  assessmentQuery,
  FOLLOW,
  matrixQuery,
  SCENARIOS,
  scenariosQuery,
} from './api'
import { MatrixView } from './MatrixView'
import type { Scenario } from './model/scenario'
import { REPORT_ACTIONS, Reports } from './Reports'
import { Summary } from './Summary'

const ScenariosTable = lazy(() => import('./ScenariosTable'))
const ActionPlan = lazy(withWords('plan', () => import('./ActionPlan')))
const OverTime = lazy(() => import('./OverTime'))
const Details = lazy(() => import('../audit/Details'))
const MatrixDialog = lazy(() => import('./MatrixDialog'))
const FollowDialog = lazy(() => import('./FollowDialog'))
const XrayPanel = lazy(withWords('xray', () => import('../xray/XrayPanel')))
const CreateDialog = lazy(() => import('@/resource/form/CreateDialog'))

export default function AssessmentPage() {
  const { id } = useParams({ strict: false }) as { id: string }
  const model = useModel()
  const [resource, scenarios] = [model.resources[ASSESSMENTS], model.resources[SCENARIOS]]
  const assessment = useQuery(assessmentQuery(id))
  const matrixId = assessment.data?.risk_matrix.id
  const matrix = useQuery({ ...matrixQuery(matrixId ?? ''), enabled: !!matrixId })
  const found = useQuery(scenariosQuery(id))
  if (!resource || !scenarios) return <NotFound />
  const failed = matrix.error ?? found.error
  return (
    <Loaded query={assessment} path={ASSESSMENTS} id={id}>
      {row =>
        matrix.data && found.data ? (
          <Whole
            key={id}
            resource={resource}
            scenarioResource={scenarios}
            assessment={row}
            matrix={matrix.data}
            scenarios={found.data}
          />
        ) : failed ? (
          <Failed error={failed} retry={() => void Promise.all([matrix.refetch(), found.refetch()])} />
        ) : (
          <Loading />
        )
      }
    </Loaded>
  )
}

interface Props {
  resource: Resource
  scenarioResource: Resource
  assessment: Assessment
  matrix: MatrixDefinition
  scenarios: Scenario[]
}

function Whole({ resource, scenarioResource, assessment, matrix, scenarios }: Props) {
  const { t } = useTranslation()
  const labels = useLabels()
  const user = useUser()
  const [search, set] = useSearchState()
  const [adding, setAdding] = useState(false)
  const [changing, setChanging] = useState<'matrix' | 'follow' | null>(null)
  const now = usePresentRow(ASSESSMENTS, assessment)
  const status = field(resource, 'status')
  const folder = assessment.folder.id
  const mayChange = (one: Resource, verb: 'add' | 'change') =>
    one.permissions[verb] && !one.read_only && may(user, `${verb}_${one.model}`, folder)
  const mayEdit = mayChange(resource, 'change')
  const shown = mayEdit ? resource : { ...resource, permissions: { ...resource.permissions, change: false } }
  const editable = !assessment.is_locked && mayChange(scenarioResource, 'change')
  const mayAdd = !assessment.is_locked && mayChange(scenarioResource, 'add')
  const wait = (view: ReactNode) => <Suspense fallback={<Loading />}>{view}</Suspense>
  // Both change the assessment as a whole, so a lock holds them back too.
  const mayRework = mayEdit && !assessment.is_locked
  // Forms lead here to change the matrix, with a look at what that changes.
  const dialog = changing ?? (search.open === 'matrix' && mayRework ? 'matrix' : null)
  const close = () => {
    setChanging(null)
    if (search.open) set({ open: undefined })
  }
  const hasControls = 'applied-controls' in useModel().resources
  const whole = { assessment, matrix, count: scenarios.length }
  const tabs: Tab[] = [
    {
      name: 'matrix',
      label: t('risk.matrix'),
      view: () => (
        <MatrixView
          resource={scenarioResource}
          assessment={assessment}
          matrix={matrix}
          scenarios={scenarios}
          editable={editable}
          onAdd={mayAdd ? () => setAdding(true) : undefined}
        />
      ),
    },
    {
      name: 'table',
      label: t('risk.scenarios'),
      count: scenarios.length,
      view: () =>
        wait(<ScenariosTable assessment={assessment} resource={scenarioResource} editable={editable} />),
    },
    ...(hasControls
      ? [
          {
            name: 'plan',
            label: t('risk.plan'),
            view: () =>
              wait(
                <ActionPlan
                  assessment={assessment}
                  onFollow={mayRework ? () => setChanging('follow') : undefined}
                />,
              ),
          },
        ]
      : []),
    ...(hasXray(resource)
      ? [
          {
            name: 'xray',
            label: t('detail.xray'),
            view: () => wait(<XrayPanel resource={resource} row={assessment} />),
          },
        ]
      : []),
    {
      name: 'time',
      label: t('risk.overTime'),
      view: () => wait(<OverTime assessment={assessment} matrix={matrix} />),
    },
    {
      name: 'about',
      label: t('risk.about'),
      view: () => wait(<Details resource={resource} row={assessment} />),
    },
    {
      name: 'history',
      label: t('detail.history'),
      view: () => <History resource={resource} id={assessment.id} />,
    },
  ]
  return (
    <div className="relative flex min-h-0 grow flex-col">
      <PageHeader
        title={title(assessment, resource)}
        crumbs={crumbs(resource, assessment, labels.plural(resource))}
        mark={status && <ChoiceFact resource={shown} row={assessment} field={status} />}
        actions={
          <>
            <StartButton folder={folder} />
            {scenarios.length > 0 && <Reports assessment={assessment} />}
            {mayAdd && (
              <Button look="primary" icon={<Plus size={15} aria-hidden />} onClick={() => setAdding(true)}>
                {t('risk.add')}
              </Button>
            )}
            <MoreMenu
              resource={resource}
              row={assessment}
              edit={mayEdit}
              without={[...REPORT_ACTIONS, FOLLOW]}
              own={
                mayRework
                  ? [
                      {
                        label: t('risk.matrixChange.title'),
                        icon: <Grid3x3 />,
                        run: () => setChanging('matrix'),
                      },
                      {
                        label: t('risk.follow.title'),
                        icon: <ListChecks />,
                        run: () => setChanging('follow'),
                      },
                    ]
                  : []
              }
            />
          </>
        }
      >
        <SinceThen resource={resource} row={assessment} now={now} />
        {assessment.is_locked && <LockNotice assessment={assessment} mayEdit={mayEdit} />}
        <Summary assessment={assessment} matrix={matrix} scenarios={scenarios} editable={mayRework} />
      </PageHeader>
      <Tabs tabs={tabs} label={t('detail.sections')} />
      {dialog && (
        <Suspense>
          {dialog === 'matrix' ? (
            <MatrixDialog {...whole} onClose={close} />
          ) : (
            <FollowDialog {...whole} onClose={close} />
          )}
        </Suspense>
      )}
      {adding && (
        <Suspense>
          <CreateDialog
            resource={scenarioResource}
            given={{ risk_assessment: assessment.id }}
            onClose={() => setAdding(false)}
            onCreated={id => {
              setAdding(false)
              set({ scenario: id, cell: undefined })
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

/** A locked assessment says so, and how to go on. */
function LockNotice({ assessment, mayEdit }: { assessment: Assessment; mayEdit: boolean }) {
  const { t } = useTranslation()
  const write = useWrite(ASSESSMENTS)
  const unlock = () =>
    write.mutate({ id: assessment.id, values: { is_locked: false } }, { onError: toast.bad })
  return (
    <Callout
      icon={Lock}
      title={t('risk.locked')}
      action={
        mayEdit && (
          <Button size="sm" disabled={write.isPending} onClick={unlock}>
            {t('risk.unlock')}
          </Button>
        )
      }
    >
      {t(mayEdit ? 'risk.lockedHelp' : 'risk.lockedReader')}
    </Callout>
  )
}
