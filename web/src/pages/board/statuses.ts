/** Which columns a board has: the choices of a field in the order of the work, cut to what the filters leave. */
import type { Choice, Field, Resource } from '@/api/model'

/** Work begins on the left. A status that is not named here comes after those that are. */
const ORDER: Record<string, string[]> = {
  'applied-controls': ['--', 'to_do', 'in_progress', 'on_hold', 'active', 'degraded', 'deprecated'],
  findings: [
    '--',
    'identified',
    'confirmed',
    'assigned',
    'in_progress',
    'mitigated',
    'resolved',
    'closed',
    'dismissed',
    'deprecated',
  ],
}

export function statusField(resource: Resource): Field {
  const found = resource.fields.find(field => field.name === 'status')
  if (!found) throw new Error(`${resource.path} has no status`)
  return found
}

export function columnsOf(resource: Resource, params: Record<string, string>): Choice[] {
  const order = ORDER[resource.path] ?? []
  const place = (choice: Choice) => {
    const at = order.indexOf(String(choice.key))
    return at < 0 ? order.length : at
  }
  const wanted = (params.status ?? params.status__in)?.split(',')
  return [...(statusField(resource).choices ?? [])]
    .filter(choice => !wanted || wanted.includes(String(choice.key)))
    .sort((a, b) => place(a) - place(b))
}

/** The filters of the list without those that the columns stand for. */
export function withoutStatus(params: Record<string, string>): Record<string, string> {
  const { status: _, status__in: __, status__isnull: ___, ordering: ____, ...rest } = params
  return rest
}
