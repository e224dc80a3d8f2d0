/** One person: what they may do, and why. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import {
  Ellipsis,
  Eraser,
  KeyRound,
  Link2,
  Pencil,
  Power,
  Send,
  ShieldPlus,
  Trash2,
  UsersRound,
} from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { type Row, useModel } from '@/api/model'
import { itemQuery, useWrite } from '@/api/objects'
import { useUser } from '@/api/user'
import { formatDate } from '@/i18n/format'
import { labels } from '@/i18n/labels'
import { withWords } from '@/i18n/parts'
import { useTranslation } from '@/i18n/react'
import ActionDialog from '@/resource/ActionDialog'
import { actionsOf } from '@/resource/actions'
import { AllFields } from '@/resource/detail/AllFields'
import { History } from '@/resource/detail/History'
import { Loaded } from '@/resource/detail/Loaded'
import { RemoveDialog } from '@/resource/RemoveDialog'
import { PageHeader } from '@/shell/PageHeader'
import { Avatar } from '@/ui/Avatar'
import { Badge } from '@/ui/Badge'
import { Button, ButtonLink } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { FormField } from '@/ui/Field'
import { Menu } from '@/ui/Menu'
import { ShownOnce } from '@/ui/ShownOnce'
import { Failed, Loading } from '@/ui/States'
import { Switch } from '@/ui/Switch'
import { Tabs } from '@/ui/Tabs'
import { toast } from '@/ui/Toast'
import { today } from '../due/days'
import { createPasswordLink, personName, sendPasswordLink, type User, useAssignments } from './api'
import { EffectiveRights } from './EffectiveRights'
import { GiveRoleDialog } from './GiveRoleDialog'
import { GrantList } from './GrantList'
import { type Grant, grantsOfUser } from './grants'
import { JoinGroupDialog, useMembership } from './membership'
import { PersonTokens } from './PersonTokens'
import { SetPasswordDialog } from './SetPasswordDialog'
import { TakeRoleDialog } from './TakeRoleDialog'

const Abilities = lazy(withWords('insight', () => import('./Abilities')))

export default function UserPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const item = useQuery(itemQuery('users', id))
  return (
    <Loaded query={item} path="users" id={id}>
      {row => <Person row={row} />}
    </Loaded>
  )
}

type Open = 'give' | 'join' | 'password' | 'remove' | 'erase' | 'switch' | null

function Person({ row }: { row: Row }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const model = useModel()
  const me = useUser()
  const user = row as unknown as User
  const name = personName(user)
  const resource = model.resources.users
  const given = model.resources['role-assignments']?.permissions
  const mayGive = given?.add ?? false
  const mayChange = resource?.permissions.change ?? false
  const erase = resource && actionsOf(resource, 'item').find(action => action.name === 'erase')
  const assignments = useAssignments()
  const write = useWrite('users')
  const membership = useMembership()
  const [open, setOpen] = useState<Open>(null)
  const [taking, setTaking] = useState<Grant | null>(null)
  const [keeps, setKeeps] = useState(false)
  const close = () => setOpen(null)
  const grants = assignments.data ? grantsOfUser(user, assignments.data) : null
  const expired = user.expiry_date !== null && user.expiry_date <= today()
  const silent = user.user_groups.filter(group => !grants?.some(grant => grant.via?.id === group.id))

  const getsLinks = user.id !== me.id && user.is_active && !user.is_service_account
  const sendLink = useMutation({
    mutationFn: () => sendPasswordLink(user.id),
    onSuccess: () => toast.good(t('link.sent', { email: user.email })),
    onError: toast.bad,
  })
  const makeLink = useMutation({ mutationFn: () => createPasswordLink(user.id), onError: toast.bad })

  const flip = () =>
    write.mutate(
      { id: user.id, values: { is_active: !user.is_active, ...(user.is_active && { keep_tokens: keeps }) } },
      {
        onSuccess: () => {
          toast.good(t(user.is_active ? 'people.switchedOff' : 'people.switchedOn', { name }))
          close()
        },
        onError: toast.bad,
      },
    )
  const leave = (group: string) =>
    membership.mutate(
      { group, users: [user.id], join: false },
      {
        onSuccess: () => {
          toast.good(t('people.left'))
          setTaking(null)
        },
        onError: toast.bad,
      },
    )
  return (
    <div className="flex min-h-0 w-full max-w-5xl grow flex-col pb-10">
      <PageHeader
        title={name}
        crumbs={[
          { label: t('settings.title'), to: '/settings' },
          { label: t('people.title'), to: '/users' },
        ]}
        note={
          <span className="flex flex-wrap items-center gap-2">
            <Avatar name={name} faded={!user.is_active} />
            {user.email}
            {user.is_superuser && <Badge tone="accent">{t('people.administrator')}</Badge>}
            {!user.is_active && <Badge tone="bad">{t('people.off')}</Badge>}
            {expired && <Badge tone="bad">{t('people.expired')}</Badge>}
            {user.is_third_party && <Badge tone="info">{t('people.thirdParty')}</Badge>}
            {user.id === me.id && <Badge>{t('people.you')}</Badge>}
          </span>
        }
        actions={
          mayChange && (
            <>
              <ButtonLink to={`/users/${user.id}/edit`} icon={<Pencil size={15} aria-hidden />}>
                {t('common.edit')}
              </ButtonLink>
              <Menu
                items={[
                  user.id !== me.id &&
                    !user.is_service_account && {
                      label: t('people.setPassword'),
                      icon: <KeyRound />,
                      run: () => setOpen('password'),
                    },
                  getsLinks && {
                    label: t('link.send'),
                    icon: <Send />,
                    run: () => sendLink.mutate(),
                  },
                  getsLinks && {
                    label: t('link.copy'),
                    icon: <Link2 />,
                    run: () => makeLink.mutate(),
                  },
                  user.id !== me.id && {
                    label: t(user.is_active ? 'people.switchOff' : 'people.switchOn'),
                    icon: <Power />,
                    run: () => (user.is_active ? setOpen('switch') : flip()),
                  },
                  resource?.permissions.delete && null,
                  me.is_admin &&
                    user.id !== me.id && {
                      label: t('people.erase'),
                      icon: <Eraser />,
                      danger: true,
                      run: () => setOpen('erase'),
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
            </>
          )
        }
      />
      <Tabs
        label={t('detail.sections')}
        tabs={[
          {
            name: 'access',
            label: t('people.access'),
            view: () => (
              <div className="flex flex-col gap-5 px-5 py-6 lg:px-8">
                {(!user.is_active || expired) && (
                  <Callout tone="warn">
                    {expired
                      ? t('people.expiredHelp', { date: formatDate(user.expiry_date!) })
                      : t('people.offHelp')}
                  </Callout>
                )}
                <div className="flex flex-wrap items-center justify-between gap-3">
                  <h2 className="text-base">{t('people.mayDo', { name })}</h2>
                  <span className="flex flex-wrap gap-2">
                    {mayChange && (
                      <Button icon={<UsersRound size={15} aria-hidden />} onClick={() => setOpen('join')}>
                        {t('people.join')}
                      </Button>
                    )}
                    {mayGive && (
                      <Button
                        look="primary"
                        icon={<ShieldPlus size={15} aria-hidden />}
                        onClick={() => setOpen('give')}
                      >
                        {t('access.giveRole')}
                      </Button>
                    )}
                  </span>
                </div>
                {assignments.error && (
                  <Failed error={assignments.error} retry={() => void assignments.refetch()} />
                )}
                {grants?.length === 0 && (
                  <p className="rounded-lg border border-line border-dashed px-5 py-6 text-ink-soft">
                    {t('people.nothing', { name })}
                  </p>
                )}
                {grants && grants.length > 0 && (
                  <GrantList
                    grants={grants}
                    onRemove={setTaking}
                    canRemove={grant => (grant.via ? mayChange : !!given?.delete && !grant.builtin)}
                  />
                )}
                {!grants && user.user_groups.length > 0 && (
                  <p>{user.user_groups.map(group => labels.known('user-groups', group.str)).join(', ')}</p>
                )}
                {grants && silent.length > 0 && (
                  <p className="text-ink-soft text-sm">
                    {t('people.silentGroups', {
                      names: silent.map(group => labels.known('user-groups', group.str)).join(', '),
                    })}
                  </p>
                )}
              </div>
            ),
          },
          ...(grants && 'permissions' in model.resources
            ? [
                {
                  name: 'rights',
                  label: t('people.rights'),
                  view: () => (
                    <div className="px-5 py-6 lg:px-8">
                      <EffectiveRights grants={grants} />
                    </div>
                  ),
                },
              ]
            : []),
          ...(given?.view
            ? [
                {
                  name: 'abilities',
                  label: t('account.abilities'),
                  view: () => (
                    <Suspense fallback={<Loading />}>
                      <Abilities user={user.id} name={name} isProgram={user.is_service_account} />
                    </Suspense>
                  ),
                },
              ]
            : []),
          ...(mayChange
            ? [
                {
                  name: 'tokens',
                  label: t('tokens.title'),
                  view: () => <PersonTokens user={user.id} name={name} />,
                },
              ]
            : []),
          {
            name: 'account',
            label: t('people.account'),
            view: () => (
              <div className="px-5 py-6 lg:px-8">
                {resource && <AllFields resource={resource} row={row} />}
              </div>
            ),
          },
          ...(resource
            ? [
                {
                  name: 'history',
                  label: t('detail.history'),
                  view: () => <History resource={resource} id={user.id} />,
                },
              ]
            : []),
        ]}
      />
      {open === 'give' && (
        <GiveRoleDialog to={{ kind: 'user', who: { id: user.id, str: name } }} onClose={close} />
      )}
      {open === 'join' && <JoinGroupDialog user={user} name={name} onClose={close} />}
      {open === 'password' && <SetPasswordDialog user={user.id} name={name} onClose={close} />}
      {makeLink.data && (
        <ShownOnce
          title={t('link.title', { name })}
          label={t('link.label')}
          secret={makeLink.data}
          warning={t('link.warning')}
          onClose={makeLink.reset}
        />
      )}
      {open === 'remove' && resource && (
        <RemoveDialog
          resource={resource}
          row={row}
          onClose={close}
          onRemoved={() => void navigate({ to: '/users' })}
        />
      )}
      {open === 'erase' && resource && erase && (
        <ActionDialog resource={resource} action={erase} row={row} danger onClose={close}>
          <p>{t('people.eraseGoes')}</p>
          <p>{t('people.eraseKeeps')}</p>
          <p className="font-medium">{t('people.eraseUndone')}</p>
        </ActionDialog>
      )}
      {open === 'switch' && (
        <ConfirmDialog
          danger
          title={t('people.switchOffTitle', { name })}
          verb={t('people.switchOff')}
          busy={write.isPending}
          onConfirm={flip}
          onClose={close}
        >
          <div className="flex flex-col gap-4">
            <p>{t('people.switchOffHelp')}</p>
            <FormField label={t('people.keepTokens')} help={t('people.keepTokensHelp')}>
              <Switch checked={keeps} onChange={setKeeps} />
            </FormField>
          </div>
        </ConfirmDialog>
      )}
      {taking && !taking.via && (
        <TakeRoleDialog id={taking.id} onClose={() => setTaking(null)}>
          {t('people.takeHelp', { name, role: labels.known('roles', taking.role.str) })}
        </TakeRoleDialog>
      )}
      {taking?.via && (
        <ConfirmDialog
          danger
          title={t('people.leaveTitle')}
          verb={t('people.leaveVerb')}
          busy={membership.isPending}
          onConfirm={() => taking.via && leave(taking.via.id)}
          onClose={() => setTaking(null)}
        >
          <p>{t('people.leaveHelp', { name, group: taking.via.str })}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
