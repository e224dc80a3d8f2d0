/** Assigns a role in some domains, and says in a sentence what that means. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '@/api/client'
import { useDomains } from '@/api/domains'
import { field, type Ref, useModel } from '@/api/model'
import { itemQuery, useWrite } from '@/api/objects'
import { labels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { Control } from '@/resource/form/Control'
import { Button } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { Dialog } from '@/ui/Dialog'
import { FormField, useWiring } from '@/ui/Field'
import { Segments } from '@/ui/Segments'
import { Switch } from '@/ui/Switch'
import { toast } from '@/ui/Toast'
import { type Role, rolesQuery } from './api'
import { useWhere } from './Where'

interface Props {
  /** Who gets it; asked for if left out. */
  to?: { kind: 'user' | 'user_group'; who: Ref }
  role?: Ref
  onClose: () => void
}

export function GiveRoleDialog({ to, role: givenRole, onClose }: Props) {
  const { t } = useTranslation()
  const resource = useModel().resources['role-assignments']
  const tree = useDomains()
  const roles = useQuery(rolesQuery)
  const write = useWrite('role-assignments')
  const where = useWhere()
  const [kind, setKind] = useState<'user' | 'user_group'>(to?.kind ?? 'user')
  const [who, setWho] = useState<string | null>(to?.who.id ?? null)
  const [role, setRole] = useState(givenRole?.id ?? '')
  const [folders, setFolders] = useState<string[]>([])
  const [recursive, setRecursive] = useState(true)
  const chosen = useQuery({
    ...itemQuery(kind === 'user' ? 'users' : 'user-groups', who ?? ''),
    enabled: !to && who !== null,
  })
  const whoName = to?.who.str ?? (chosen.data ? nameOf(chosen.data) : '')
  const roleName = roles.data?.find(one => one.id === role)?.name ?? ''
  const known = new Map(flat(tree).map(domain => [domain.id, domain]))
  const refs = folders.map(id => known.get(id) ?? { id, str: '…' })
  const errors = write.error instanceof ApiError ? (write.error.problem.errors ?? {}) : {}
  const give = () =>
    write.mutate(
      {
        values: {
          name: `${whoName} - ${roleName}`.slice(0, 200),
          folder: folders[0] ?? tree.uuid,
          [kind]: who,
          role,
          perimeter_folders: folders,
          is_recursive: recursive,
        },
      },
      {
        onSuccess: () => {
          toast.good(t('access.given', { role: labels.known('roles', roleName), who: whoName }))
          onClose()
        },
      },
    )
  const perimeter = resource && field(resource, 'perimeter_folders')
  const target = resource && field(resource, kind)
  const ready = who && role && folders.length > 0
  return (
    <Dialog
      open
      onClose={onClose}
      title={to ? t('access.giveTo', { who: to.who.str }) : t('access.give')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" disabled={!ready || write.isPending} onClick={give}>
            {t('access.giveRole')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {write.error && Object.keys(errors).length === 0 && (
          <Callout tone="bad" urgent>
            {write.error.message}
          </Callout>
        )}
        {!to && (
          <>
            <Segments
              label={t('access.who')}
              value={kind}
              onChange={next => {
                setKind(next)
                setWho(null)
              }}
              segments={[
                { value: 'user', label: t('access.aPerson') },
                { value: 'user_group', label: t('access.aGroup') },
              ]}
            />
            {resource && target && (
              <FormField label={t('access.who')} errors={errors[kind]} required>
                <Control
                  key={kind}
                  resource={resource}
                  field={{ ...target, label: t('access.who'), required: true }}
                  value={who}
                  onChange={value => setWho(value as string | null)}
                />
              </FormField>
            )}
          </>
        )}
        <FormField label={t('access.role')} errors={errors.role} required>
          <RoleSelect roles={roles.data ?? []} value={role} onChange={setRole} />
        </FormField>
        {resource && perimeter && (
          <FormField label={t('access.where')} errors={errors.perimeter_folders} required>
            <Control
              resource={resource}
              field={{ ...perimeter, label: t('access.where') }}
              value={folders}
              onChange={value => setFolders(value as string[])}
            />
          </FormField>
        )}
        <FormField label={t('access.below')} help={t('access.belowHelp')}>
          <Switch checked={recursive} onChange={setRecursive} />
        </FormField>
        {ready && (
          <p className="rounded-md bg-sunken px-3 py-2.5">
            {t('access.sentence', {
              who: whoName,
              role: labels.known('roles', roleName),
              where: where({ folders: refs, recursive }),
            })}
          </p>
        )}
      </div>
    </Dialog>
  )
}

export function RoleSelect(props: { roles: Role[]; value: string; onChange: (id: string) => void }) {
  const { t } = useTranslation()
  const wiring = useWiring()
  return (
    <select
      {...wiring}
      className="control"
      value={props.value}
      onChange={event => props.onChange(event.target.value)}
    >
      <option value="">{t('access.chooseRole')}</option>
      {props.roles.map(role => (
        <option key={role.id} value={role.id}>
          {labels.known('roles', role.name)}
        </option>
      ))}
    </select>
  )
}

const nameOf = (row: Record<string, unknown>) =>
  [row.first_name, row.last_name].filter(Boolean).join(' ') || String(row.name ?? row.email ?? '')

function flat(tree: ReturnType<typeof useDomains>): Ref[] {
  return [{ id: tree.uuid, str: tree.name }, ...(tree.children ?? []).flatMap(flat)]
}
