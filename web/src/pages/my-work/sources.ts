/**
 * What counts as work: records that someone is assigned to, as long as something is left to do about them. A test compares this
 * list with the model document, so that a resource to which people can be assigned is never forgotten.
 */
import { OPEN } from '../board/severity'

export interface Source {
  resource: string
  /** The field, or filter, that says whose it is; a reference to a user or to actors. */
  by?: string
  /** Who is meant by it: the user, instead of them and their teams. */
  byUser?: boolean
  params: Record<string, string>
  /** Why it is listed: a key of the words. */
  why: string
  /** The fields with the dates by which it has to be done; the earliest counts. */
  days: string[]
  /** Something ends on that day, instead of being due then. */
  ends?: boolean
  /** It comes back by itself or ends one day, so it is work only once the day is near. */
  soon?: boolean
  /** It belongs to no domain that could be chosen. */
  everywhere?: boolean
}

const UNDONE = 'planned,in_progress,in_review'

/** Authors work on an assessment, reviewers on what is ready for review. */
const assessment = (resource: string): Source[] => [
  {
    resource,
    by: 'authors',
    params: { status__in: UNDONE },
    why: 'work.why.assessment',
    days: ['due_date', 'eta'],
  },
  {
    resource,
    by: 'reviewers',
    params: { status__in: 'in_review' },
    why: 'work.why.reviewed',
    days: ['due_date', 'eta'],
  },
]

export const SOURCES: readonly Source[] = [
  {
    resource: 'task-nodes',
    by: 'assigned_to',
    params: { status__in: 'pending,in_progress' },
    why: 'work.why.task',
    days: ['due_date'],
    soon: true,
  },
  {
    resource: 'applied-controls',
    by: 'owner',
    params: { status__in: '--,to_do,in_progress,on_hold' },
    why: 'work.why.implementation',
    days: ['eta'],
  },
  {
    resource: 'findings',
    by: 'owner',
    params: { status__in: OPEN.join(',') },
    why: 'work.why.remediation',
    days: ['due_date', 'eta'],
  },
  {
    resource: 'applied-controls',
    by: 'owner',
    params: { status__in: 'active,degraded' },
    why: 'work.why.review',
    days: ['expiry_date'],
    ends: true,
    soon: true,
  },
  {
    resource: 'evidences',
    by: 'owner',
    params: { status__in: 'missing,expired,rejected' },
    why: 'work.why.missing',
    days: ['expiry_date'],
    ends: true,
  },
  {
    resource: 'evidences',
    by: 'owner',
    params: {},
    why: 'work.why.expires',
    days: ['expiry_date'],
    ends: true,
    soon: true,
  },
  ...assessment('compliance-assessments'),
  ...assessment('risk-assessments'),
  ...assessment('findings-assessments'),
  {
    resource: 'requirement-assignments',
    by: 'actor',
    params: { status__in: 'in_progress,changes_requested' },
    why: 'work.why.questionnaire',
    days: [],
  },
  {
    resource: 'incidents',
    by: 'owners',
    params: { status__in: 'new,ongoing' },
    why: 'work.why.incident',
    days: [],
  },
  {
    resource: 'security-exceptions',
    by: 'owners',
    params: { status__in: 'in_review,approved' },
    why: 'work.why.exception',
    days: ['expiration_date'],
    ends: true,
    soon: true,
  },
  {
    resource: 'organisation-objectives',
    by: 'assigned_to',
    params: { status__in: 'draft,in_progress,degraded' },
    why: 'work.why.objective',
    days: ['due_date', 'eta'],
  },
  {
    resource: 'validation-flows',
    by: 'approver',
    byUser: true,
    params: { status: 'submitted' },
    why: 'work.why.validation',
    days: ['validation_deadline'],
  },
  {
    resource: 'validation-flows',
    by: 'more_approvers',
    byUser: true,
    params: { status: 'submitted' },
    why: 'work.why.validation',
    days: ['validation_deadline'],
  },
]

/** A task is done through its occurrences. */
export const ASSIGNED_AS: Record<string, string> = { 'task-nodes': 'task-templates' }

/** How many records of a resource are assigned through a field, from `folders/my_assignments/`. */
export interface Bucket {
  resource: string
  field: string
  count: number
}

/** The sources that have something for the person: those without assignments are not asked. */
export function assignedSources(buckets: Bucket[]): Source[] {
  const filled = new Set(
    buckets.filter(bucket => bucket.count > 0).map(({ resource, field }) => `${resource}.${field}`),
  )
  return SOURCES.filter(
    source => source.byUser || filled.has(`${ASSIGNED_AS[source.resource] ?? source.resource}.${source.by}`),
  )
}

/** For everyone it makes no difference who is an author and who a reviewer. */
export function allSources(): Source[] {
  const seen = new Set<string>()
  return SOURCES.filter(source => {
    const key = `${source.resource} ${source.byUser ? '' : source.why.replace('reviewed', 'assessment')}`
    return !seen.has(key) && seen.add(key)
  })
}

/** What is assigned to someone and is not work by itself, such as assets: each a list of its own. */
export function lasting(buckets: Bucket[]): Bucket[] {
  const works = new Set(SOURCES.map(source => ASSIGNED_AS[source.resource] ?? source.resource))
  // Policies are controls.
  works.add('policies')
  return buckets.filter(bucket => bucket.count > 0 && !works.has(bucket.resource))
}
