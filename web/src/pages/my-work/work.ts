/** Work that is due: overdue items, reviews, missing evidence. Each with its reason. */
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useWithin } from '@/api/domains'
import { type Row, title, useModel } from '@/api/model'
import { type Page, pageQuery } from '@/api/objects'
import { OPEN } from '../board/severity'
import { addDays, today } from '../due/days'

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

interface Source {
  resource: string
  params: Record<string, string | undefined>
  why: string
  /** The field with the date. */
  day?: string
  ends?: boolean
  /** It belongs to no domain that could be chosen. */
  everywhere?: boolean
}

/** Rows of several resources in one list by date, the most urgent first. */
function useWork(sources: Source[], actors: string[] | null): WorkList {
  const model = useModel()
  const scope = useWithin()
  const known = sources.filter(source => source.resource in model.resources)
  const answers = useQueries({
    queries: known.map(source => {
      const people = actors && { owner: actors.join(',') }
      const place = source.everywhere ? {} : scope
      const params = { ...place, ...people, ...source.params, ordering: source.day ?? 'created_at' }
      return pageQuery(source.resource, params, 0, LOADED)
    }),
  }) as UseQueryResult<Page<Row>>[]
  const seen = new Set<string>()
  const items = known
    .flatMap((source, at) =>
      (answers[at]?.data?.results ?? []).map((row): Work => {
        const day = source.day && typeof row[source.day] === 'string' ? String(row[source.day]) : undefined
        const name = title(row, model.resources[source.resource])
        return { resource: source.resource, id: row.id, name, why: source.why, day, ends: source.ends }
      }),
    )
    // Evidence may be both missing and out of date; it is one item.
    .filter(item => !seen.has(item.id) && seen.add(item.id))
    .sort((a, b) => (a.day ?? '9999').localeCompare(b.day ?? '9999'))
  const now = today()
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

/** All work that is due, for these actors or for everyone. */
export function useWaiting(actors: string[] | null): WorkList {
  const until = addDays(today(), SOON)
  return useWork(
    [
      { resource: 'applied-controls', params: { todo: 'true' }, why: 'work.why.implementation', day: 'eta' },
      {
        resource: 'findings',
        params: { status: OPEN.join(','), due_date__lte: until },
        why: 'work.why.remediation',
        day: 'due_date',
      },
      {
        resource: 'applied-controls',
        params: { to_review: 'true', status__in: 'to_do,in_progress,on_hold,active,degraded,--' },
        why: 'work.why.review',
        day: 'expiry_date',
        ends: true,
      },
      {
        resource: 'evidences',
        params: { expiry_date__lte: until },
        why: 'work.why.expires',
        day: 'expiry_date',
        ends: true,
      },
      {
        resource: 'evidences',
        params: { status: 'missing,expired,rejected' },
        why: 'work.why.missing',
        day: 'expiry_date',
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
      { resource: 'evidences', params: { status: 'in_review' }, why: 'work.why.approval' },
      {
        resource: 'findings-assessments',
        params: { status: 'in_review' },
        why: 'work.why.approval',
        day: 'due_date',
      },
      { resource: 'proposals', params: { status: 'pending' }, why: 'work.why.proposal', everywhere: true },
    ],
    null,
  )
}
