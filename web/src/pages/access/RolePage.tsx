/** One role and its permissions; a copy or a new one is made on the same page. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Copy, Ellipsis, Trash2, UserPlus } from 'lucide-react'
import { type FormEvent, useMemo, useRef, useState } from 'react'
import { ApiError, request } from '@/api/client'
import { type Row, useModel } from '@/api/model'
import { useWrite } from '@/api/objects'
import { useTranslation } from '@/i18n/react'
import { Gone } from '@/resource/detail/Gone'
import { HistorySection } from '@/resource/detail/HistorySection'
import { RemoveDialog } from '@/resource/RemoveDialog'
import { LeaveGuard } from '@/shell/LeaveGuard'
import { PageHeader } from '@/shell/PageHeader'
import { Button, ButtonLink } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { FormField, useWiring } from '@/ui/Field'
import { FormFoot } from '@/ui/FormFoot'
import { Menu } from '@/ui/Menu'
import { Failed, Loading } from '@/ui/States'
import { toast } from '@/ui/Toast'
import { permissionsQuery, type Role, rolesQuery } from './api'
import { GiveRoleDialog } from './GiveRoleDialog'
import { PermissionMatrix } from './PermissionMatrix'
import { neededPermission } from './permissionGroups'
import { RoleHolders } from './RoleHolders'
import { useRoleText } from './roleText'

export default function RolePage() {
  const { t } = useTranslation()
  const { id } = useParams({ strict: false }) as { id?: string }
  const { from } = useSearch({ strict: false }) as { from?: string }
  const roles = useQuery(rolesQuery)
  const permissions = useQuery(permissionsQuery)
  const text = useRoleText()
  if (roles.isPending || permissions.isPending) return <Loading />
  if (!roles.data) return <Failed error={roles.error} retry={() => void roles.refetch()} />
  const find = (wanted?: string) => roles.data.find(role => role.id === wanted)
  if (id) {
    const role = find(id)
    if (!role) return <Gone path="roles" id={id} />
    return role.builtin ? <Builtin role={role} /> : <Editor key={role.id} role={role} />
  }
  const source = find(from)
  const needed = neededPermission(permissions.data ?? [])
  const start = source?.permissions.map(one => one.id) ?? (needed ? [needed] : [])
  const name = source ? t('roles.copyName', { name: text.name(source) }) : ''
  return <Editor key={from ?? 'new'} start={start} name={name} description={source?.description ?? ''} />
}

function Builtin({ role }: { role: Role }) {
  const { t } = useTranslation()
  const text = useRoleText()
  const mayAdd = useModel().resources.roles?.permissions.add ?? false
  const chosen = useMemo(() => new Set(role.permissions.map(one => one.id)), [role])
  return (
    <div className="w-full max-w-5xl pb-12">
      <PageHeader
        title={text.name(role)}
        crumbs={[
          { label: t('settings.title'), to: '/settings' },
          { label: t('roles.title'), to: '/roles' },
        ]}
        note={text.description(role)}
        actions={
          mayAdd && (
            <ButtonLink
              look="primary"
              to="/roles/new"
              search={{ from: role.id } as never}
              icon={<Copy size={15} aria-hidden />}
            >
              {t('roles.copy')}
            </ButtonLink>
          )
        }
      />
      <div className="flex flex-col gap-6 px-5 pt-1 lg:px-8">
        <Callout>{t('roles.why')}</Callout>
        <RoleHolders role={role} />
        <PermissionMatrix chosen={chosen} />
      </div>
    </div>
  )
}

interface EditorProps {
  role?: Role
  start?: string[]
  name?: string
  description?: string
}

function Editor({ role, start, name: givenName = '', description: givenDescription = '' }: EditorProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const model = useModel()
  const resource = model.resources.roles
  const mayGive = model.resources['role-assignments']?.permissions.add ?? false
  const mayChange = role ? (resource?.permissions.change ?? false) : (resource?.permissions.add ?? false)
  const write = useWrite('roles')
  const client = useQueryClient()
  const before = useMemo(() => new Set(role?.permissions.map(one => one.id) ?? start), [role, start])
  const [name, setName] = useState(role?.name ?? givenName)
  const [description, setDescription] = useState(role?.description ?? givenDescription)
  const [chosen, setChosen] = useState(before)
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const [open, setOpen] = useState<'remove' | 'give' | null>(null)
  const leaving = useRef(false)

  const added = [...chosen].filter(id => !before.has(id)).length
  const taken = [...before].filter(id => !chosen.has(id)).length
  const renamed =
    name !== (role?.name ?? givenName) || description !== (role?.description ?? givenDescription)
  const dirty = added + taken > 0 || renamed
  const reset = () => {
    setName(role?.name ?? givenName)
    setDescription(role?.description ?? givenDescription)
    setChosen(before)
    setErrors({})
  }
  const save = async (event?: FormEvent) => {
    event?.preventDefault()
    setErrors({})
    if (!name.trim()) return setErrors({ name: [t('form.needed')] })
    try {
      const stored = role && (await request<Row>(`roles/${role.id}/object/`))
      if (stored && !isSame(stored.data, role)) {
        void client.invalidateQueries({ queryKey: rolesQuery.queryKey })
        return setErrors({ permissions: [t('roles.stale')] })
      }
      const values = {
        name: name.trim(),
        description: description.trim() || null,
        permissions: [...chosen],
      }
      const row = await write.mutateAsync({ id: role?.id, values, etag: stored?.etag })
      toast.good(t(role ? 'form.saved' : 'form.created', { name: String(row.name) }))
      if (!role) {
        leaving.current = true
        void navigate({ to: `/roles/${row.id}`, replace: true })
      }
    } catch (error) {
      if (error instanceof ApiError && error.problem.errors) setErrors(error.problem.errors)
      else toast.bad(error)
    }
  }
  const general = Object.entries(errors)
    .filter(([field]) => field !== 'name' && field !== 'description')
    .flatMap(([, messages]) => messages)
  return (
    <div className="w-full max-w-5xl">
      <PageHeader
        title={role ? role.name : t('roles.newTitle')}
        crumbs={[
          { label: t('settings.title'), to: '/settings' },
          { label: t('roles.title'), to: '/roles' },
        ]}
        note={role ? undefined : t('roles.newNote')}
        actions={
          role && (
            <>
              {mayGive && (
                <Button icon={<UserPlus size={15} aria-hidden />} onClick={() => setOpen('give')}>
                  {t('access.giveRole')}
                </Button>
              )}
              <Menu
                items={[
                  {
                    label: t('roles.copy'),
                    icon: <Copy />,
                    run: () => void navigate({ to: '/roles/new', search: { from: role.id } as never }),
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
      <form onSubmit={event => void save(event)} noValidate>
        <div className="flex flex-col gap-6 px-5 pt-1 pb-6 lg:px-8">
          {general.length > 0 && (
            <Callout tone="bad" urgent>
              {general.join(' ')}
            </Callout>
          )}
          <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
            <FormField label={t('roles.name')} errors={errors.name} required>
              <Text value={name} onChange={setName} disabled={!mayChange} autoFocus={!role} />
            </FormField>
            <FormField label={t('roles.description')} errors={errors.description}>
              <Text value={description} onChange={setDescription} disabled={!mayChange} />
            </FormField>
          </div>
          {role && <RoleHolders role={role} />}
          <PermissionMatrix chosen={chosen} onChange={mayChange ? setChosen : undefined} />
        </div>
        {(dirty || !role) && mayChange && (
          <FormFoot>
            <p role="status" className="mr-auto text-ink-soft">
              {role && added + taken > 0 && t('roles.changes', { added, taken })}
            </p>
            <Button onClick={role ? reset : () => void navigate({ to: '/roles' })}>
              {t(role ? 'settings.discard' : 'common.cancel')}
            </Button>
            <Button look="primary" type="submit" disabled={write.isPending}>
              {t(role ? 'common.save' : 'roles.create')}
            </Button>
          </FormFoot>
        )}
      </form>
      {role && resource && <HistorySection resource={resource} id={role.id} />}
      {open === 'give' && role && (
        <GiveRoleDialog role={{ id: role.id, str: role.name }} onClose={() => setOpen(null)} />
      )}
      {open === 'remove' && role && resource && (
        <RemoveDialog
          resource={resource}
          row={role as unknown as Row}
          onClose={() => setOpen(null)}
          onRemoved={() => {
            leaving.current = true
            void navigate({ to: '/roles' })
          }}
        />
      )}
      <LeaveGuard isDirty={() => dirty && !leaving.current} />
    </div>
  )
}

/** Whether the stored role is still the one that was shown: changes by others are not overwritten. */
function isSame(stored: Row, shown: Role): boolean {
  const now = new Set(stored.permissions as string[])
  return (
    stored.name === shown.name &&
    (stored.description ?? '') === (shown.description ?? '') &&
    now.size === shown.permissions.length &&
    shown.permissions.every(one => now.has(one.id))
  )
}

interface TextProps {
  value: string
  onChange: (text: string) => void
  disabled: boolean
  autoFocus?: boolean
}

function Text({ value, onChange, disabled, autoFocus }: TextProps) {
  const wiring = useWiring()
  return (
    <input
      {...wiring}
      className="control"
      autoComplete="off"
      autoFocus={autoFocus}
      disabled={disabled}
      value={value}
      onChange={event => onChange(event.target.value)}
    />
  )
}
