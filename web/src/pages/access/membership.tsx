/** Putting people into groups and taking them out. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '@/api/client'
import { field, useModel } from '@/api/model'
import { refresh } from '@/api/objects'
import { labels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { Control } from '@/resource/form/Control'
import { Avatar } from '@/ui/Avatar'
import { Button } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { Dialog } from '@/ui/Dialog'
import { FormField } from '@/ui/Field'
import { SearchField } from '@/ui/SearchField'
import { Failed, Skeleton } from '@/ui/States'
import { toast } from '@/ui/Toast'
import { groupsQuery, type User, type UserGroup, useAssignments } from './api'
import { grantsOfGroup } from './grants'
import { useWhere } from './Where'

export function useMembership() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ group, users, join }: { group: string; users: string[]; join: boolean }) =>
      request(`user-groups/${group}/${join ? 'add-members' : 'remove-members'}/`, {
        method: 'POST',
        body: { users },
      }),
    onSuccess: () => refresh(client),
  })
}

/** What a group gives, in a line. */
function useGives(): (group: UserGroup) => string {
  const { t } = useTranslation()
  const assignments = useAssignments()
  const where = useWhere()
  return group => {
    if (!assignments.data) return group.folder.str
    const grants = grantsOfGroup(group.id, assignments.data)
    if (grants.length === 0) return t('access.givesNothing')
    return grants.map(grant => `${labels.known('roles', grant.role.str)} ${where(grant)}`).join('; ')
  }
}

/** Chooses a group for a person by what it gives. */
export function JoinGroupDialog({ user, name, onClose }: { user: User; name: string; onClose: () => void }) {
  const { t } = useTranslation()
  const groups = useQuery(groupsQuery)
  const gives = useGives()
  const membership = useMembership()
  const [text, setText] = useState('')
  const has = new Set(user.user_groups.map(group => group.id))
  const words = text.trim().toLowerCase()
  const shown = (groups.data ?? []).filter(
    group =>
      !has.has(group.id) &&
      `${labels.known('user-groups', group.name)} ${gives(group)}`.toLowerCase().includes(words),
  )
  const join = (group: UserGroup) =>
    membership.mutate(
      { group: group.id, users: [user.id], join: true },
      {
        onSuccess: () => {
          toast.good(t('people.joined', { name, group: labels.known('user-groups', group.name) }))
          onClose()
        },
      },
    )
  return (
    <Dialog open onClose={onClose} title={t('people.joinTitle', { name })}>
      <div className="flex flex-col gap-3">
        {membership.error && (
          <Callout tone="bad" urgent>
            {membership.error.message}
          </Callout>
        )}
        <SearchField
          label={t('people.searchGroups')}
          value={text}
          onChange={setText}
          className="max-w-none"
        />
        {groups.isPending && <Skeleton className="h-40" />}
        {groups.error && <Failed error={groups.error} retry={() => void groups.refetch()} />}
        <ul className="-mx-2 flex max-h-96 flex-col overflow-y-auto">
          {shown.map(group => (
            <li key={group.id}>
              <button
                type="button"
                disabled={membership.isPending}
                onClick={() => join(group)}
                className="flex w-full items-center gap-3 rounded-md px-2 py-2 text-left outline-offset-[-2px] hover:bg-hover"
              >
                <Avatar name={group.name} group />
                <span className="min-w-0">
                  <span className="block truncate font-medium">
                    {labels.known('user-groups', group.name)}
                  </span>
                  <span className="block truncate text-ink-soft text-sm">{gives(group)}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
        {groups.data && shown.length === 0 && <p className="text-ink-soft">{t('form.noOptions')}</p>}
      </div>
    </Dialog>
  )
}

/** Adds people to a group. */
export function AddMembersDialog({ group, onClose }: { group: UserGroup; onClose: () => void }) {
  const { t } = useTranslation()
  const resource = useModel().resources['user-groups']
  const users = resource && field(resource, 'users')
  const membership = useMembership()
  const [chosen, setChosen] = useState<string[]>([])
  const add = () =>
    membership.mutate(
      { group: group.id, users: chosen, join: true },
      {
        onSuccess: () => {
          toast.good(t('people.added', { count: chosen.length }))
          onClose()
        },
      },
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('people.addTo', { group: labels.known('user-groups', group.name) })}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" disabled={chosen.length === 0 || membership.isPending} onClick={add}>
            {t('people.add')}
          </Button>
        </>
      }
    >
      <div className="flex min-h-40 flex-col gap-4">
        {membership.error && (
          <Callout tone="bad" urgent>
            {membership.error.message}
          </Callout>
        )}
        {resource && users && (
          <FormField label={t('people.title')}>
            <Control
              resource={resource}
              field={{ ...users, label: t('people.title') }}
              value={chosen}
              onChange={value => setChosen(value as string[])}
            />
          </FormField>
        )}
      </div>
    </Dialog>
  )
}
