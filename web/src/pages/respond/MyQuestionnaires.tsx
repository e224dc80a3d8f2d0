/** What is assigned to the person to answer, one card each. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight, ClipboardCheck } from 'lucide-react'
import { useUser } from '@/api/user'
import { formatDate } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { PageHeader } from '@/shell/PageHeader'
import { Badge, type Tone } from '@/ui/Badge'
import { Empty, Failed, Skeleton } from '@/ui/States'
import { auditQuery, treeQuery } from '../audit/api'
import { counts, flatten } from '../audit/model/tree'
import { type Assignment, assignmentsQuery, reviewersNote, type Status, submittedAt } from './api'
import { DueWords } from './DueWords'

const TONES: Record<Status, Tone> = {
  changes_requested: 'warn',
  in_progress: 'accent',
  draft: 'neutral',
  submitted: 'info',
  closed: 'neutral',
}
/** What waits for the person comes first. */
const ORDER = Object.keys(TONES)

export default function MyQuestionnaires() {
  const { t } = useTranslation()
  const user = useUser()
  const found = useQuery(assignmentsQuery(user))
  const all = (found.data ?? []).toSorted(
    (one, other) => ORDER.indexOf(one.status) - ORDER.indexOf(other.status),
  )
  const waiting = all.filter(one => one.status === 'in_progress' || one.status === 'changes_requested').length
  return (
    <div className="w-full max-w-3xl pb-12">
      <PageHeader
        title={t('nav.questionnaires')}
        note={
          found.data
            ? t(waiting > 0 ? 'respond.waiting' : 'respond.noneWaiting', { count: waiting })
            : undefined
        }
      />
      <div className="px-5 pt-2 lg:px-8">
        {found.error ? (
          <Failed error={found.error} retry={() => void found.refetch()} />
        ) : !found.data ? (
          <Skeleton className="h-32 w-full" />
        ) : all.length === 0 ? (
          <Empty icon={<ClipboardCheck />} title={t('respond.none')}>
            <p>{t('respond.noneHelp')}</p>
          </Empty>
        ) : (
          <ul className="flex flex-col gap-3">
            {all.map(one => (
              <Card key={one.id} assignment={one} />
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

function Card({ assignment }: { assignment: Assignment }) {
  const { t } = useTranslation()
  const { id } = assignment.compliance_assessment
  const audit = useQuery(auditQuery(id)).data
  const tree = useQuery(treeQuery(id)).data
  const rows = new Set(assignment.requirement_assessments.map(ref => ref.id))
  const own = tree ? flatten(tree).filter(node => counts(node) && rows.has(node.ra_id ?? '')) : []
  const done = own.filter(
    node => (node.result ?? 'not_assessed') !== 'not_assessed' || node.score !== null,
  ).length
  const note = reviewersNote(assignment)
  const submitted = assignment.status === 'submitted' ? submittedAt(assignment) : undefined
  const isWaiting = assignment.status === 'in_progress' || assignment.status === 'changes_requested'
  return (
    <li className="relative rounded-lg border border-line bg-raised p-4 shadow-sm transition-colors hover:border-line-strong sm:p-5">
      <div className="flex items-start gap-3">
        <div className="min-w-0 grow">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h2 className="text-lg">
              <Link
                to="/questionnaires/$id"
                params={{ id: assignment.id }}
                className="rounded-sm after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus"
              >
                {assignment.compliance_assessment.str}
              </Link>
            </h2>
            <Badge tone={TONES[assignment.status]}>{t(`respond.status.${assignment.status}`)}</Badge>
          </div>
          <p className="mt-0.5 flex flex-wrap gap-x-2 text-ink-soft">
            <span>{assignment.folder.str}</span>
            {isWaiting && audit?.due_date && (
              <>
                <span aria-hidden>·</span>
                <DueWords date={audit.due_date} />
              </>
            )}
            {submitted && (
              <>
                <span aria-hidden>·</span>
                <span>{t('respond.submittedOn', { date: formatDate(submitted) })}</span>
              </>
            )}
          </p>
        </div>
        <ChevronRight size={18} aria-hidden className="mt-1 shrink-0 text-ink-faint" />
      </div>
      {note && (
        <p className="mt-3 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
          <span className="font-semibold">{t('respond.reviewerAsks')}</span> {note.event_notes}
        </p>
      )}
      {own.length > 0 && (
        <div className="mt-3 flex items-center gap-3">
          <div aria-hidden className="h-1.5 grow overflow-hidden rounded-full bg-track">
            <div
              className="h-full rounded-full bg-accent"
              style={{ width: `${(done / own.length) * 100}%` }}
            />
          </div>
          <span className="tabular shrink-0 text-ink-soft text-sm">
            {t('respond.doneOf', { some: done, count: own.length })}
          </span>
        </div>
      )}
    </li>
  )
}
