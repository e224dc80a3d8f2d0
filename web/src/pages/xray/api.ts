/** What an x-ray finds: records that contradict themselves or each other, and what puts each of them right. */
import { queryOptions } from '@tanstack/react-query'
import { get, request } from '@/api/client'
import type { Ref, Resource, Row } from '@/api/model'
import { type BatchResult, batch } from '@/api/objects'
import { matchingIds } from '@/resource/list/bulk/useBulk'

/** The action behind it, by which the model document says whether a resource has one. */
export const XRAY = 'quality_check'

export const hasXray = (resource: Resource) => resource.actions.some(action => action.name === XRAY)

export const SEVERITIES = ['error', 'warning', 'info'] as const
export type Severity = (typeof SEVERITIES)[number]

export type Fix =
  | { kind: 'set'; label: string; fields: Record<string, unknown> }
  | { kind: 'action'; label: string; action: string; body?: Record<string, unknown> }
  | { kind: 'edit'; label: string; field: string }

export interface Check {
  name: string
  resource: string
  severity: Severity
  message: string
  count: number
  /** The list that shows exactly what was found. */
  query: Record<string, string>
  /** The first of them. */
  objects: Ref[]
  fix: Fix | null
}

export interface Xray {
  count: number
  errors: number
  warnings: number
  infos: number
  checks: Check[]
}

/** Among the lists, so that it runs again after any change and separately for each instant. */
export const xrayQuery = (path: string, id: string) =>
  queryOptions({
    queryKey: ['list', path, XRAY, id],
    queryFn: ({ signal }) => get<Xray>(`${path}/${id}/${XRAY}/`, undefined, signal),
    staleTime: 10_000,
  })

export const countOf = (xray: Xray, severity: Severity): number =>
  ({ error: xray.errors, warning: xray.warnings, info: xray.infos })[severity]

/** Everything that a check found, whether or not it is among the first. */
export async function idsOf(check: Check): Promise<string[]> {
  const first = check.objects.map(one => one.id)
  return first.length >= check.count ? first : matchingIds(check.resource, check.query)
}

/** The same write to one after another; like a batch, it says what was refused and when it began. */
export async function oneByOne(
  objects: string[],
  write: (id: string) => Promise<Row | undefined>,
): Promise<BatchResult> {
  const result: BatchResult = { at: '', succeeded: [], failed: [] }
  for (const id of objects) {
    try {
      const row = await write(id)
      result.at ||= String(row?.updated_at ?? '')
      result.succeeded.push({ id, name: String(row?.name ?? '') })
    } catch (error) {
      result.failed.push({ id, error: error instanceof Error ? error.message : String(error) })
    }
  }
  return result
}

/** Puts some objects right: a single field in one go, several fields or an action one object after another. */
export function applied(
  check: Check,
  fix: Exclude<Fix, { kind: 'edit' }>,
  ids: string[],
): Promise<BatchResult> {
  const { resource } = check
  if (fix.kind === 'action')
    return oneByOne(ids, async id => {
      await request(`${resource}/${id}/${fix.action}/`, { method: 'POST', body: fix.body ?? {} })
      return undefined
    })
  const [first, ...more] = Object.entries(fix.fields)
  if (first && more.length === 0)
    return batch(resource, { action: 'change_field', ids, field: first[0], value: first[1] })
  return oneByOne(
    ids,
    async id => (await request<Row>(`${resource}/${id}/`, { method: 'PATCH', body: fix.fields })).data,
  )
}
