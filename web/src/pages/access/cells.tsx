/** What the lists of people and groups show beside the usual columns. */

import type { Ref, Row } from '@/api/model'
import { labels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { Avatar } from '@/ui/Avatar'
import { Badge } from '@/ui/Badge'
import { cn } from '@/ui/cn'
import { Skeleton } from '@/ui/States'
import { personName, type User, type UserGroup, useAssignments } from './api'
import { type Grant, grantsOfGroup, grantsOfUser } from './grants'
import { GrantChip } from './Where'

interface Props {
  row: Row
}

export function PersonFace({ row }: Props) {
  const user = row as unknown as User
  const name = personName(user)
  return (
    <span className="flex items-center gap-2.5">
      <Avatar name={name} size="sm" faded={!user.is_active} />
      <span className="truncate">{name}</span>
      {name !== user.email && (
        <span className="truncate font-normal text-ink-soft max-sm:hidden">{user.email}</span>
      )}
    </span>
  )
}

export function GroupFace({ row }: Props) {
  const { t } = useTranslation()
  const group = row as unknown as UserGroup
  return (
    <span className="flex items-center gap-2.5">
      <Avatar name={group.name} group size="sm" faded={group.users.length === 0} />
      <span className="truncate">{labels.known('user-groups', group.name)}</span>
      {group.builtin && <Badge>{t('access.builtin')}</Badge>}
    </span>
  )
}

export function PersonAccess({ row }: Props) {
  const { t } = useTranslation()
  const user = row as unknown as User
  const assignments = useAssignments()
  // People who may not see assignments see the groups.
  if (!assignments.data && assignments.isLoading) return <Skeleton className="h-3 w-40" />
  if (!assignments.data) return <Names refs={user.user_groups} />
  const grants = grantsOfUser(user, assignments.data)
  if (grants.length === 0) return <span className="text-warn">{t('access.none')}</span>
  return <Chips grants={grants} />
}

export function GroupAccess({ row }: Props) {
  const assignments = useAssignments()
  if (!assignments.data) return null
  return <Chips grants={grantsOfGroup(row.id, assignments.data)} />
}

export function GroupMembers({ row }: Props) {
  const { t } = useTranslation()
  const users = (row as unknown as UserGroup).users
  if (users.length === 0) return <span className="text-ink-faint">{t('access.noMember')}</span>
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden className="flex">
        {users.slice(0, 4).map((user, at) => (
          <span key={user.id} className={at > 0 ? '-ml-1 rounded-full ring-2 ring-surface' : ''}>
            <Avatar name={user.str} size="sm" />
          </span>
        ))}
      </span>
      <span className="text-ink-soft">{t('access.members', { count: users.length })}</span>
    </span>
  )
}

const MOST = 2

function Chips({ grants }: { grants: Grant[] }) {
  const { t } = useTranslation()
  return (
    <span className="flex items-center gap-1.5">
      {grants.slice(0, MOST).map((grant, at) => (
        // The first is told in full; what follows takes the room that is left.
        <span
          key={grant.id}
          className={cn('flex min-w-0', at === 0 && grants.length > 1 && 'max-w-3/5 shrink-0')}
        >
          <GrantChip grant={grant} />
        </span>
      ))}
      {grants.length > MOST && (
        <span className="shrink-0 text-ink-soft text-xs">
          {t('access.more', { count: grants.length - MOST })}
        </span>
      )}
    </span>
  )
}

function Names({ refs }: { refs: Ref[] }) {
  return <span className="truncate">{refs.map(ref => labels.known('user-groups', ref.str)).join(', ')}</span>
}
