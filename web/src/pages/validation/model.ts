/** What someone can do with a validation, from its status and who they are. The server decides; this is what the page offers. */
import { isRef, type Ref, type Row } from '@/api/model'

export const DEEDS = ['approve', 'request-changes', 'reject', 'resubmit', 'drop', 'revoke'] as const
export type Deed = (typeof DEEDS)[number]

/** Those that someone has to give a reason for. */
export const REASONED: readonly Deed[] = ['request-changes', 'reject', 'revoke']

export interface Step {
  event_type: string
  event_actor: string | null
  event_notes: string | null
  created_at: string
}

const refs = (value: unknown): Ref[] => (Array.isArray(value) ? value.filter(isRef) : [])

/** Everyone who can decide, each once. */
export function approversOf(row: Row): Ref[] {
  const first = isRef(row.approver) ? [row.approver] : []
  const others = refs(row.more_approvers).filter(one => one.id !== first[0]?.id)
  return [...first, ...others]
}

export const approvalsOf = (row: Row) => refs(row.approvals)
export const stepsOf = (row: Row) => (Array.isArray(row.events) ? (row.events as Step[]) : [])

export function deedsFor(row: Row, user: string): Deed[] {
  const isRequester = isRef(row.requester) && row.requester.id === user
  const isApprover = approversOf(row).some(one => one.id === user)
  const hasApproved = approvalsOf(row).some(one => one.id === user)
  const deeds: Deed[] = []
  if (row.status === 'submitted' && isApprover) {
    if (!hasApproved) deeds.push('approve')
    deeds.push('request-changes', 'reject')
  }
  if (row.status === 'change_requested' && isRequester) deeds.push('resubmit')
  if ((row.status === 'submitted' || row.status === 'change_requested') && isRequester) deeds.push('drop')
  if (row.status === 'accepted' && isApprover) deeds.push('revoke')
  return deeds
}
