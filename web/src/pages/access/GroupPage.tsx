/** One group: who is in it, and what that gives them. */
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Ellipsis, Pencil, ShieldPlus, Trash2, UserPlus, X } from 'lucide-react'
import { useState } from 'react'
import { type Ref, type Row, useModel } from '@/api/model'
import { itemQuery } from '@/api/objects'
import { labels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { HistorySection } from '@/resource/detail/HistorySection'
import { Loaded } from '@/resource/detail/Loaded'
import { RemoveDialog } from '@/resource/RemoveDialog'
import { PageHeader } from '@/shell/PageHeader'
import { Avatar } from '@/ui/Avatar'
import { Badge } from '@/ui/Badge'
import { Button, ButtonLink } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { Menu } from '@/ui/Menu'
import { toast } from '@/ui/Toast'
import { type UserGroup, useAssignments } from './api'
import { GiveRoleDialog } from './GiveRoleDialog'
import { GrantList } from './GrantList'
import { type Grant, grantsOfGroup } from './grants'
import { AddMembersDialog, useMembership } from './membership'
import { TakeRoleDialog } from './TakeRoleDialog'

export default function GroupPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const item = useQuery(itemQuery('user-groups', id))
  return (
    <Loaded query={item} path="user-groups" id={id}>
      {row => <Group row={row} />}
    </Loaded>
  )
}

function Group({ row }: { row: Row }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const model = useModel()
  const group = row as unknown as UserGroup
  const resource = model.resources['user-groups']
  const mayChange = resource?.permissions.change ?? false
  const given = model.resources['role-assignments']?.permissions
  const mayGive = given?.add ?? false
  const assignments = useAssignments()
  const membership = useMembership()
  const [open, setOpen] = useState<'add' | 'give' | 'remove' | null>(null)
  const [leaving, setLeaving] = useState<Ref | null>(null)
  const [taking, setTaking] = useState<Grant | null>(null)
  const grants = assignments.data ? grantsOfGroup(group.id, assignments.data) : []
  const close = () => setOpen(null)
  return (
    <div className="w-full max-w-5xl pb-12">
      <PageHeader
        title={labels.known('user-groups', group.name)}
        crumbs={[
          { label: t('settings.title'), to: '/settings' },
          { label: t('people.groups'), to: '/user-groups' },
        ]}
        note={
          <span className="flex flex-wrap items-center gap-2">
            <Avatar name={group.name} group />
            {group.description || t('people.groupIn', { domain: group.folder.str })}
            {group.builtin && <Badge>{t('access.builtin')}</Badge>}
          </span>
        }
        actions={
          mayChange && (
            <>
              <Button look="primary" icon={<UserPlus size={15} aria-hidden />} onClick={() => setOpen('add')}>
                {t('people.addMembers')}
              </Button>
              {!group.builtin && (
                <Menu
                  items={[
                    {
                      label: t('common.edit'),
                      icon: <Pencil />,
                      run: () => void navigate({ to: `/user-groups/${group.id}/edit` }),
                    },
                    resource?.permissions.delete && {
                      label: t('common.delete'),
                      icon: <Trash2 />,
                      danger: true,
                      run: () => setOpen('remove'),
                    },
                  ]}
                >
                  <Button icon={<Ellipsis size={17} />} label={t('common.more')} />
                </Menu>
              )}
            </>
          )
        }
      />
      <div className="flex flex-col gap-8 px-5 pt-1 lg:px-8">
        {group.builtin && <Callout>{t('people.builtinGroup', { domain: group.folder.str })}</Callout>}
        {assignments.data && (
          <section aria-labelledby="gives">
            <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
              <h2 id="gives" className="text-base">
                {t('people.gives')}
              </h2>
              {mayGive && !group.builtin && (
                <Button size="sm" icon={<ShieldPlus size={14} aria-hidden />} onClick={() => setOpen('give')}>
                  {t('access.giveRole')}
                </Button>
              )}
            </div>
            {grants.length === 0 ? (
              <p className="rounded-lg border border-line border-dashed px-5 py-6 text-ink-soft">
                {t('access.givesNothing')}
              </p>
            ) : (
              <GrantList
                grants={grants}
                onRemove={setTaking}
                canRemove={one => !!given?.delete && !one.builtin}
              />
            )}
          </section>
        )}
        <section aria-labelledby="members">
          <h2 id="members" className="mb-2 text-base">
            {t('people.members')} <span className="text-ink-soft">{group.users.length}</span>
          </h2>
          {group.users.length === 0 ? (
            <div className="flex flex-col items-start gap-3 rounded-lg border border-line border-dashed px-5 py-6 text-ink-soft">
              <p>{t('people.noMembers')}</p>
              {mayChange && <Button onClick={() => setOpen('add')}>{t('people.addMembers')}</Button>}
            </div>
          ) : (
            <ul className="grid gap-2 sm:grid-cols-2">
              {group.users.map(user => (
                <li
                  key={user.id}
                  className="flex items-center gap-3 rounded-lg border border-line bg-raised py-2 pr-2 pl-3"
                >
                  <Avatar name={user.str} />
                  <Link
                    to={`/users/${user.id}`}
                    className="min-w-0 grow truncate rounded-sm font-medium underline-offset-3 hover:underline"
                  >
                    {user.str}
                  </Link>
                  {mayChange && (
                    <Button
                      look="quiet"
                      size="sm"
                      icon={<X size={15} />}
                      label={t('common.remove', { name: user.str })}
                      onClick={() => setLeaving(user)}
                    />
                  )}
                </li>
              ))}
            </ul>
          )}
        </section>
        {!mayChange && (
          <ButtonLink to="/user-groups" className="self-start">
            {t('common.back')}
          </ButtonLink>
        )}
      </div>
      {resource && (
        <div className="pt-8">
          <HistorySection resource={resource} id={group.id} />
        </div>
      )}
      {open === 'add' && <AddMembersDialog group={group} onClose={close} />}
      {open === 'give' && (
        <GiveRoleDialog to={{ kind: 'user_group', who: { id: group.id, str: group.name } }} onClose={close} />
      )}
      {open === 'remove' && resource && (
        <RemoveDialog
          resource={resource}
          row={row}
          onClose={close}
          onRemoved={() => void navigate({ to: '/user-groups' })}
        />
      )}
      {leaving && (
        <ConfirmDialog
          danger
          title={t('people.leaveTitle')}
          verb={t('people.leaveVerb')}
          busy={membership.isPending}
          onClose={() => setLeaving(null)}
          onConfirm={() =>
            membership.mutate(
              { group: group.id, users: [leaving.id], join: false },
              {
                onSuccess: () => {
                  toast.good(t('people.left'))
                  setLeaving(null)
                },
                onError: toast.bad,
              },
            )
          }
        >
          <p>
            {t('people.leaveHelp', { name: leaving.str, group: labels.known('user-groups', group.name) })}
          </p>
        </ConfirmDialog>
      )}
      {taking && (
        <TakeRoleDialog id={taking.id} onClose={() => setTaking(null)}>
          {t('people.takeHelp', {
            name: labels.known('user-groups', group.name),
            role: labels.known('roles', taking.role.str),
          })}
        </TakeRoleDialog>
      )}
    </div>
  )
}
