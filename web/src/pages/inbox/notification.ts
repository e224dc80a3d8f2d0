/** A notification, and how it reads. */
import type { Ref, Row } from '@/api/model'

export type Notification = Row & {
  kind: string
  created_at: string
  about: (Ref & { resource: string }) | null
  by: Ref | null
  date: string | null
  status: string | null
  label: string | null
  read_at: string | null
}

/** What it is about, as an address of the interface; one's own account and tokens are on the profile. */
export function placeOf(one: Notification): { to: string; search?: Record<string, string> } {
  if (one.about) return { to: `/${one.about.resource}/${one.about.id}` }
  return { to: '/profile', search: one.kind === 'expiring_token' ? { tab: 'tokens' } : undefined }
}

/** The key of its sentence: with whoever did it, as far as they are known. */
export function sentenceOf(one: Notification): string {
  const kind = one.kind.startsWith('expiring_') ? 'expiring' : one.kind
  const isDeed = kind === 'assigned' || kind === 'mention' || kind === 'decision'
  return isDeed && !one.by ? `${kind}ByNobody` : kind
}
