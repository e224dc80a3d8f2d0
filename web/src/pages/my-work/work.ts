/** Work that is due: tasks, overdue items, reviews, missing evidence, decisions. Each with its reason. */
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useWithin } from '@/api/domains'
import { isRef, type Model, type Ref, type Row, title, useModel } from '@/api/model'
import { type Page, pageQuery } from '@/api/objects'
import { useUser } from '@/api/user'
import { OPEN } from '../board/severity'
import { addDays, today } from '../due/days'
import type { Source } from './sources'

/** Anything due within this many days is current work; the server uses the same number for controls. */
export const SOON = 30
const LOADED = 50

export interface Work {
  resource: string
  id: string
  name: string
  /** Why it is here: a key of the words. */
  why: string
  day?: string
  /** Something ends on that day, instead of being due then. */
  ends?: boolean
  folder?: Ref
  /** The field that says whose it is. */
  by?: string
  row?: Row
}

export interface WorkList {
  items: Work[]
  /** How many there are on the server, which may be more than `items`. */
  count: number
  late: number
  pending: boolean
  error: Error | null
  retry: () => void
}

/** The earliest of the dates that a row has. */
function dayOf(row: Row, days: string[]): string | undefined {
  const all = days.map(name => row[name]).filter(day => typeof day === 'string')
  return all.sort()[0]
}

/** A validation goes by what it is about. */
export function nameOf(model: Model, resource: string, row: Row): string {
  return (resource === 'validation-flows' && subject(row)) || title(row, model.resources[resource])
}

function subject(row: Row): string {
  const fields = Array.isArray(row.linked_models) ? (row.linked_models as string[]) : []
  const linked = fields.flatMap(name => (Array.isArray(row[name]) ? (row[name] as unknown[]) : []))
  const names = linked.filter(isRef).map(one => one.str)
  return names.join(', ')
}

/** What a list shows of a row. */
export function workOf(model: Model, source: Source, row: Row): Work {
  const folder = isRef(row.folder) ? row.folder : undefined
  return {
    resource: source.resource,
    id: row.id,
    name: nameOf(model, source.resource, row),
    why: source.why,
    day: dayOf(row, source.days),
    ends: source.ends,
    folder,
    by: source.byUser ? undefined : source.by,
    row,
  }
}

/**
 * One list without repetitions, the most urgent first. Evidence may be both missing and out of date, and is one item. Of a
 * recurring task that is not late, only the next occurrence counts: the others come when it is done.
 */
export function merged(items: Work[], now: string): Work[] {
  const seen = new Set<string>()
  const sorted = items.toSorted((a, b) => (a.day ?? '9999').localeCompare(b.day ?? '9999'))
  return sorted.filter(item => {
    const template = item.row?.task_template
    const again = isRef(template) && item.day && item.day >= now ? template.id : item.id
    return !seen.has(again) && seen.add(again)
  })
}

/** Rows of several resources in one list by date; for these actors, or for everyone. */
export function useWork(sources: readonly Source[], actors: string[] | null): WorkList {
  const model = useModel()
  const user = useUser()
  const scope = useWithin()
  const now = today()
  const until = addDays(now, SOON)
  const known = sources.filter(source => source.resource in model.resources)
  const answers = useQueries({
    queries: known.map(source => {
      const people = actors && source.by && { [source.by]: source.byUser ? user.id : actors.join(',') }
      const place = source.everywhere ? {} : scope
      const near = source.soon && source.days[0] && { [`${source.days[0]}__lte`]: until }
      const ordering = source.days[0] ?? 'created_at'
      return pageQuery(
        source.resource,
        { ...place, ...people, ...near, ...source.params, ordering },
        0,
        LOADED,
      )
    }),
  }) as UseQueryResult<Page<Row>>[]
  const items = merged(
    known.flatMap((source, at) => (answers[at]?.data?.results ?? []).map(row => workOf(model, source, row))),
    now,
  )
  const all = answers.reduce((sum, answer) => sum + (answer.data?.count ?? 0), 0)
  const loaded = answers.reduce((sum, answer) => sum + (answer.data?.results.length ?? 0), 0)
  return {
    items,
    count: items.length + all - loaded,
    late: items.filter(item => item.day && item.day < now).length,
    pending: answers.some(answer => answer.isPending),
    error: answers.find(answer => answer.error)?.error ?? null,
    retry: () => {
      for (const answer of answers) void answer.refetch()
    },
  }
}

/** What is late or due soon, for the home page: with few requests. */
export function useWaiting(actors: string[] | null): WorkList {
  const until = addDays(today(), SOON)
  return useWork(
    [
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
        params: { todo: 'true' },
        why: 'work.why.implementation',
        days: ['eta'],
      },
      {
        resource: 'findings',
        by: 'owner',
        params: { status: OPEN.join(','), due_date__lte: until },
        why: 'work.why.remediation',
        days: ['due_date'],
      },
      {
        resource: 'applied-controls',
        by: 'owner',
        params: { to_review: 'true', status__in: 'to_do,in_progress,on_hold,active,degraded,--' },
        why: 'work.why.review',
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
      {
        resource: 'evidences',
        by: 'owner',
        params: { status: 'missing,expired,rejected' },
        why: 'work.why.missing',
        days: ['expiry_date'],
        ends: true,
      },
    ],
    actors,
  )
}

/** Evidence that was submitted for approval. */
export function useApprovals(): WorkList {
  return useWork(
    [
      { resource: 'evidences', params: { status: 'in_review' }, why: 'work.why.approval', days: [] },
      {
        resource: 'findings-assessments',
        params: { status: 'in_review' },
        why: 'work.why.approval',
        days: ['due_date'],
      },
      {
        resource: 'proposals',
        params: { status: 'pending' },
        why: 'work.why.proposal',
        days: [],
        everywhere: true,
      },
    ],
    null,
  )
}
