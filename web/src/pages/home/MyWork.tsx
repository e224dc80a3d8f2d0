/** What waits for the person, or for everyone. */
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { CalendarClock, FileClock, ScanEye, UserCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { get } from '@/api/client'
import { useWithin } from '@/api/domains'
import { useModel } from '@/api/model'
import { pageQuery } from '@/api/objects'
import { useUser } from '@/api/user'
import { formatNumber } from '@/i18n/format'
import { useLabels } from '@/i18n/labels'
import { to } from '@/resource/address'
import { Segments } from '@/ui/Segments'
import { addDays, today } from '../due/days'
import { Calm, Panel, type Step } from './Panel'
import { WorkRows } from './WorkRows'
import { SOON, useDue, useEvidenceGaps, useToReview, type WorkList } from './work'

interface Assignments {
  results: { resource: string; field: string; name: string; count: number }[]
}

const assignmentsQuery = (within: { within?: string }) => ({
  queryKey: ['list', 'folders', 'my_assignments', within],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    get<Assignments>('folders/my_assignments/', within, signal),
  staleTime: 30_000,
})

export function MyWork() {
  const { t } = useTranslation()
  const user = useUser()
  const navigate = useNavigate()
  const wanted = (useSearch({ strict: false }) as { scope?: string }).scope
  const assigned = useQuery(assignmentsQuery({}))
  const total = assigned.data?.results.reduce((sum, one) => sum + one.count, 0) ?? 0
  // Who answers for nothing sees what waits for anyone.
  const mine = wanted ? wanted === 'mine' : assigned.isPending || total > 0
  const actors = mine ? user.all_actor_ids : null
  const choose = (scope: string) =>
    void navigate({
      to: '.',
      search: (now: Record<string, string>) => ({ ...now, scope }),
      replace: true,
    } as never)
  return (
    <section aria-labelledby="work">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="work" className="text-lg">
          {t(mine ? 'home.mine' : 'home.everyones')}
        </h2>
        <Segments
          label={t('home.whose')}
          value={mine ? 'mine' : 'all'}
          segments={['mine', 'all'].map(scope => ({ value: scope, label: t(`home.scope.${scope}`) }))}
          onChange={choose}
        />
      </div>
      <div className="grid gap-4 md:grid-cols-2">
        <DuePanel actors={actors} />
        <ReviewPanel actors={actors} />
        <EvidencePanel actors={actors} />
        <AssignedPanel />
      </div>
    </section>
  )
}

const owners = (actors: string[] | null) => (actors ? { owner: actors.join(',') } : {})

function firstStep(list: WorkList, label: (name: string) => string): Step | undefined {
  const first = list.items[0]
  return first && { label: label(first.name), to: to.item(first.resource, first.id) }
}

function DuePanel({ actors }: { actors: string[] | null }) {
  const { t } = useTranslation()
  const list = useDue(actors)
  const scope = useWithin()
  const nobody = useQuery({
    ...pageQuery('applied-controls', { ...scope, is_assigned: false }, 0, 1),
    enabled: !list.pending && list.count === 0,
  })
  const unowned = nobody.data?.count ?? 0
  const step: Step =
    firstStep(list, name => t(list.late > 0 ? 'home.due.startLate' : 'home.due.start', { name })) ??
    (unowned > 0
      ? {
          label: t('home.due.giveOwner', { count: unowned }),
          to: '/applied-controls',
          search: { is_assigned: 'false' },
        }
      : {
          label: t('home.due.board'),
          to: '/applied-controls',
          search: { layout: 'board', ...owners(actors) },
        })
  return (
    <Panel title={t('home.due.title')} icon={<CalendarClock />} alarm={list.late > 0} step={step} {...list}>
      {list.items.length > 0 ? (
        <WorkRows items={list.items} />
      ) : (
        <Calm>{t('home.due.none', { days: SOON })}</Calm>
      )}
    </Panel>
  )
}

function ReviewPanel({ actors }: { actors: string[] | null }) {
  const { t } = useTranslation()
  const list = useToReview(actors)
  const step = firstStep(list, name => t('home.review.start', { name })) ?? {
    label: t('home.review.timeline'),
    to: '/applied-controls',
    search: { layout: 'timeline', ...owners(actors) },
  }
  return (
    <Panel title={t('home.review.title')} icon={<ScanEye />} alarm={list.late > 0} step={step} {...list}>
      {list.items.length > 0 ? <WorkRows items={list.items} /> : <Calm>{t('home.review.none')}</Calm>}
    </Panel>
  )
}

function EvidencePanel({ actors }: { actors: string[] | null }) {
  const { t } = useTranslation()
  const list = useEvidenceGaps(actors)
  const step = firstStep(list, name => t('home.evidence.start', { name })) ?? {
    label: t('home.evidence.all'),
    to: '/evidences',
    search: { ordering: 'expiry_date', expiry_date__gte: addDays(today(), SOON), ...owners(actors) },
  }
  return (
    <Panel title={t('home.evidence.title')} icon={<FileClock />} alarm={list.late > 0} step={step} {...list}>
      {list.items.length > 0 ? (
        <WorkRows items={list.items} />
      ) : (
        <Calm>{t('home.evidence.none', { days: SOON })}</Calm>
      )}
    </Panel>
  )
}

function AssignedPanel() {
  const { t } = useTranslation()
  const model = useModel()
  const labels = useLabels()
  const user = useUser()
  const actors = user.all_actor_ids.join(',')
  const assigned = useQuery(assignmentsQuery(useWithin()))
  const entries = (assigned.data?.results ?? []).flatMap(one => {
    const resource = model.resources[one.resource]
    return resource && one.count > 0 ? [{ ...one, resource }] : []
  })
  const total = entries.reduce((sum, entry) => sum + entry.count, 0)
  const step: Step =
    total > 0
      ? {
          label: t('home.assigned.board'),
          to: '/applied-controls',
          search: { layout: 'board', owner: actors },
        }
      : { label: t('home.assigned.take'), to: '/applied-controls', search: { is_assigned: 'false' } }
  return (
    <Panel
      title={t('home.assigned.title')}
      icon={<UserCheck />}
      count={total}
      pending={assigned.isPending}
      error={assigned.error}
      retry={() => void assigned.refetch()}
      step={step}
    >
      {entries.length === 0 && <Calm>{t('home.assigned.none')}</Calm>}
      <ul className="-mx-2 flex flex-col">
        {entries.map(entry => (
          <li key={entry.name}>
            <Link
              to={to.list(entry.resource.path)}
              search={(now: Record<string, string>) =>
                ({ domain: now.domain, [entry.field]: actors }) as never
              }
              className="flex items-center justify-between gap-3 rounded-md px-2 py-1.5 hover:bg-hover"
            >
              <span className="truncate">{labels.plural(entry.resource)}</span>
              <span className="tabular text-ink-soft">{formatNumber(entry.count)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
