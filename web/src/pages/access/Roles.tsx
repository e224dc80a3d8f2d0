/** All roles, with how far each of them goes and who has it. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Copy, Lock, Plus } from 'lucide-react'
import { useModel } from '@/api/model'
import { useTranslation } from '@/i18n/react'
import { PageHeader } from '@/shell/PageHeader'
import { ButtonLink } from '@/ui/Button'
import { Failed, Loading } from '@/ui/States'
import { type Permission, permissionsQuery, type Role, rolesQuery, useAssignments } from './api'
import { VERBS, verbOf } from './grants'
import { useRoleText } from './roleText'

export default function Roles() {
  const { t } = useTranslation()
  const resource = useModel().resources.roles
  const roles = useQuery(rolesQuery)
  const permissions = useQuery(permissionsQuery)
  const mayAdd = resource?.permissions.add ?? false
  const own = roles.data?.filter(role => !role.builtin) ?? []
  const builtin = roles.data?.filter(role => role.builtin) ?? []
  return (
    <div className="w-full max-w-6xl pb-12">
      <PageHeader
        title={t('roles.title')}
        crumbs={[{ label: t('settings.title'), to: '/settings' }]}
        note={t('roles.note')}
        actions={
          mayAdd && (
            <ButtonLink look="primary" to="/roles/new" icon={<Plus size={16} aria-hidden />}>
              {t('roles.new')}
            </ButtonLink>
          )
        }
      />
      {roles.isPending && <Loading />}
      {roles.error && !roles.data && <Failed error={roles.error} retry={() => void roles.refetch()} />}
      {roles.data && (
        <div className="flex flex-col gap-8 px-5 pt-2 lg:px-8">
          <Group title={t('roles.own')}>
            {own.length === 0 ? (
              <p className="rounded-lg border border-line border-dashed px-5 py-6 text-ink-soft">
                {t('roles.noOwn')}
              </p>
            ) : (
              <Cards roles={own} permissions={permissions.data ?? []} mayAdd={mayAdd} />
            )}
          </Group>
          <Group title={t('roles.builtin')} note={t('roles.builtinNote')}>
            <Cards roles={builtin} permissions={permissions.data ?? []} mayAdd={mayAdd} />
          </Group>
        </div>
      )}
    </div>
  )
}

function Group(props: { title: string; note?: string; children: React.ReactNode }) {
  return (
    <section aria-label={props.title}>
      <h2 className="text-base">{props.title}</h2>
      {props.note && <p className="text-ink-soft">{props.note}</p>}
      <div className="mt-3">{props.children}</div>
    </section>
  )
}

function Cards(props: { roles: Role[]; permissions: Permission[]; mayAdd: boolean }) {
  return (
    <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
      {props.roles.map(role => (
        <Card key={role.id} role={role} permissions={props.permissions} mayAdd={props.mayAdd} />
      ))}
    </ul>
  )
}

function Card(props: { role: Role; permissions: Permission[]; mayAdd: boolean }) {
  const { t } = useTranslation()
  const { role } = props
  const text = useRoleText()
  const assignments = useAssignments()
  const held = assignments.data?.filter(one => one.role.id === role.id)
  return (
    <li className="relative flex flex-col gap-3 rounded-lg border border-line bg-raised p-4 shadow-sm transition-colors focus-within:border-accent hover:border-line-strong">
      <div className="flex items-start gap-2">
        <h3 className="min-w-0 grow text-base">
          <Link
            to={`/roles/${role.id}`}
            className="break-words font-semibold outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-focus"
          >
            {text.name(role)}
          </Link>
        </h3>
        {role.builtin && <Lock size={14} aria-label={t('access.builtin')} className="mt-1 text-ink-faint" />}
        {props.mayAdd && (
          <ButtonLink
            look="quiet"
            size="sm"
            to="/roles/new"
            search={{ from: role.id } as never}
            icon={<Copy size={14} />}
            label={t('roles.copyOf', { name: text.name(role) })}
            className="relative z-1 -mt-1 -mr-1.5"
          />
        )}
      </div>
      <p className="-mt-2 line-clamp-2 grow text-ink-soft">{text.description(role)}</p>
      <Reach role={role} permissions={props.permissions} />
      {held && <p className="text-ink-faint text-xs">{t('roles.given', { count: held.length })}</p>}
    </li>
  )
}

/** How many kinds of things the role may see, add, change and delete. */
function Reach({ role, permissions }: { role: Role; permissions: Permission[] }) {
  const { t } = useTranslation()
  const has = new Set(role.permissions.map(one => one.id))
  return (
    <dl className="grid grid-cols-4 gap-2">
      {VERBS.map(verb => {
        const all = permissions.filter(permission => verbOf(permission) === verb)
        const count = all.filter(permission => has.has(permission.id)).length
        const share = all.length > 0 ? (count / all.length) * 100 : 0
        return (
          <div key={verb} className="flex flex-col gap-1">
            <dt className="truncate text-ink-soft text-xs">{t(`roles.verbs.${verb}`)}</dt>
            <dd className="flex items-center gap-1.5">
              <span aria-hidden className="h-1.5 grow overflow-hidden rounded-full bg-sunken">
                <span className="block h-full rounded-full bg-accent" style={{ width: `${share}%` }} />
              </span>
              <span className="tabular w-5 text-right text-ink-soft text-xs">{count}</span>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
