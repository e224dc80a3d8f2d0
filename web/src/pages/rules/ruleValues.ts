/** What the form of a rule holds, and what of it is sent. */
import type { Row } from '@/api/model'
import type { Example } from './api'

export type Action = 'note' | 'notification' | 'task' | 'finding'

export interface Values {
  name: string
  description: string
  folder: string
  ref_id: string
  is_active: boolean
  is_published: boolean
  resource: string
  expression: string
  severity: number
  owner: string[]
  action: Action
  findings_assessment: string | null
  due_in_days: string
}

export const newValues = (folder: string, example?: Example): Values => ({
  name: example?.name ?? '',
  description: example?.description ?? '',
  folder,
  ref_id: '',
  is_active: true,
  is_published: true,
  resource: example?.resource ?? '',
  expression: example?.expression ?? '',
  severity: example?.severity ?? 2,
  owner: [],
  action: (example?.action as Action | undefined) ?? 'note',
  findings_assessment: null,
  due_in_days: '',
})

export const storedValues = (row: Row): Values => ({
  name: String(row.name),
  description: String(row.description ?? ''),
  folder: String(row.folder),
  ref_id: String(row.ref_id ?? ''),
  is_active: row.is_active === true,
  is_published: row.is_published === true,
  resource: String(row.resource),
  expression: String(row.expression),
  severity: Number(row.severity),
  owner: (row.owner as string[] | null) ?? [],
  action: row.action as Action,
  findings_assessment: (row.findings_assessment as string | null) ?? null,
  due_in_days: row.due_in_days === null ? '' : String(row.due_in_days ?? ''),
})

/** What an action does not use is not kept: it would say something that does not happen. */
const used = (values: Values) => ({
  ...values,
  name: values.name.trim(),
  description: values.description || null,
  ref_id: values.ref_id.trim() || null,
  findings_assessment: values.action === 'finding' ? values.findings_assessment : null,
  due_in_days:
    makesWork(values.action) && values.due_in_days.trim() !== '' ? Number(values.due_in_days) : null,
})

export const makesWork = (action: Action) => action === 'task' || action === 'finding'

/** All of a new rule; of an existing one only what differs, since that decides whose rights it has. */
export function sent(values: Values, start?: Values): Record<string, unknown> {
  const now: Record<string, unknown> = used(values)
  if (!start) return now
  const before: Record<string, unknown> = used(start)
  return Object.fromEntries(
    Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])),
  )
}
