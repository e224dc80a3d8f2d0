/** A new person: who they are, what they may do, and how they sign in the first time. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, type HTMLInputTypeAttribute, useRef, useState } from 'react'
import { ApiError, request } from '@/api/client'
import { field, type Row, useModel } from '@/api/model'
import { refresh } from '@/api/objects'
import { settingsQuery } from '@/api/settings'
import { useTranslation } from '@/i18n/react'
import { Control } from '@/resource/form/Control'
import { NotFound } from '@/resource/ResourcePage'
import { LeaveGuard } from '@/shell/LeaveGuard'
import { PageHeader } from '@/shell/PageHeader'
import { Button } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { ChoiceCards } from '@/ui/ChoiceCards'
import { Code } from '@/ui/Code'
import { FormField, useWiring } from '@/ui/Field'
import { FormFoot } from '@/ui/FormFoot'
import { ShownOnce } from '@/ui/ShownOnce'
import { Switch } from '@/ui/Switch'
import { toast } from '@/ui/Toast'
import { createPasswordLink, personName, sendPasswordLink, type User } from './api'
import { makePassword } from './password'

/** How someone signs in the first time. */
type First = 'invitation' | 'link' | 'password' | 'none'

const EMPTY = { email: '', first_name: '', last_name: '', expiry_date: '' }

export default function NewUser() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const client = useQueryClient()
  const resource = useModel().resources.users
  const [values, setValues] = useState(EMPTY)
  const [groups, setGroups] = useState<string[]>([])
  const [outside, setOutside] = useState(false)
  const mail = useQuery({ ...settingsQuery('mail'), retry: false })
  const hasMail = mail.data?.enabled ?? false
  const [chosen, setChosen] = useState<First | null>(null)
  const first = chosen ?? (hasMail ? 'invitation' : 'link')
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const [general, setGeneral] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [made, setMade] = useState<{ user: User; password?: string; link?: string } | null>(null)
  const dirty = useRef(false)
  const form = useRef<HTMLFormElement>(null)
  if (!resource?.permissions.add) return <NotFound />
  const set = (change: Partial<typeof EMPTY>) => {
    dirty.current = true
    setValues(now => ({ ...now, ...change }))
    setErrors({})
  }
  const leave = (to: string) => {
    dirty.current = false
    void navigate({ to, replace: true })
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setErrors({})
    setGeneral(null)
    setBusy(true)
    try {
      const body = {
        ...values,
        email: values.email.trim(),
        expiry_date: values.expiry_date || null,
        user_groups: groups,
        is_third_party: outside,
      }
      const row = (await request<Row>('users/', { method: 'POST', body })).data
      const user = row as unknown as User
      dirty.current = false
      void refresh(client)
      try {
        if (first === 'invitation') await sendPasswordLink(user.id)
        if (first === 'invitation' || first === 'none') {
          const words = first === 'none' ? 'form.created' : 'link.sent'
          toast.good(t(words, { name: personName(user), email: user.email }))
          return leave(`/users/${user.id}`)
        }
        if (first === 'link') return setMade({ user, link: await createPasswordLink(user.id) })
        const password = makePassword()
        await request('iam/set-password/', {
          method: 'POST',
          body: { user: user.id, new_password: password },
        })
        setMade({ user, password })
      } catch (error) {
        // The account is there; only its password is not.
        toast.bad(error)
        leave(`/users/${user.id}`)
      }
    } catch (error) {
      if (error instanceof ApiError && error.problem.errors) {
        setErrors(error.problem.errors)
        requestAnimationFrame(() =>
          form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
        )
      } else setGeneral(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  const userGroups = field(resource, 'user_groups')
  return (
    <div className="w-full max-w-3xl">
      <PageHeader
        title={t('people.newTitle')}
        crumbs={[
          { label: t('settings.title'), to: '/settings' },
          { label: t('people.title'), to: '/users' },
        ]}
        note={t('people.newNote')}
      />
      <form ref={form} noValidate onSubmit={event => void submit(event)}>
        <div className="flex flex-col gap-6 px-5 pt-2 pb-6 lg:px-8">
          {general && (
            <Callout tone="bad" urgent>
              {general}
            </Callout>
          )}
          <FormField label={t('session.email')} errors={errors.email} required>
            <Text type="email" value={values.email} onChange={email => set({ email })} autoFocus />
          </FormField>
          <div className="grid gap-5 sm:grid-cols-2">
            <FormField label={t('people.firstName')} errors={errors.first_name}>
              <Text value={values.first_name} onChange={first_name => set({ first_name })} />
            </FormField>
            <FormField label={t('people.lastName')} errors={errors.last_name}>
              <Text value={values.last_name} onChange={last_name => set({ last_name })} />
            </FormField>
          </div>
          {userGroups && (
            <FormField label={t('people.groups')} help={t('people.groupsHelp')} errors={errors.user_groups}>
              <Control
                resource={resource}
                field={{ ...userGroups, label: t('people.groups') }}
                value={groups}
                onChange={value => {
                  dirty.current = true
                  setGroups(value as string[])
                }}
              />
            </FormField>
          )}
          <div className="grid gap-5 sm:grid-cols-2">
            <FormField label={t('people.expires')} help={t('people.expiresHelp')} errors={errors.expiry_date}>
              <Text type="date" value={values.expiry_date} onChange={expiry_date => set({ expiry_date })} />
            </FormField>
            <FormField label={t('people.thirdParty')} help={t('people.thirdPartyHelp')}>
              <Switch checked={outside} onChange={setOutside} />
            </FormField>
          </div>
          <FormField label={t('link.how')} group>
            <ChoiceCards
              label={t('link.how')}
              value={first}
              onChange={setChosen}
              choices={[
                {
                  value: 'invitation',
                  label: t('link.sendInvitation'),
                  help: t(hasMail ? 'link.sendInvitationHelp' : 'link.noMail'),
                  disabled: !hasMail,
                },
                { value: 'link', label: t('link.share'), help: t('link.shareHelp') },
                { value: 'password', label: t('link.password'), help: t('link.passwordHelp') },
                { value: 'none', label: t('link.none'), help: t('link.noneHelp') },
              ]}
            />
          </FormField>
        </div>
        <FormFoot>
          <Button onClick={() => void navigate({ to: '/users' })}>{t('common.cancel')}</Button>
          <Button look="primary" type="submit" disabled={busy}>
            {t('people.create')}
          </Button>
        </FormFoot>
      </form>
      {made && (
        <ShownOnce
          title={t(made.link ? 'link.title' : 'people.made', { name: personName(made.user) })}
          label={t(made.link ? 'link.label' : 'people.firstPassword')}
          secret={made.link ?? made.password ?? ''}
          warning={t(made.link ? 'link.warning' : 'people.passwordWarning')}
          onClose={() => leave(`/users/${made.user.id}`)}
        >
          {made.password && (
            <div className="flex flex-col gap-1.5">
              <p className="font-medium">{t('people.handOver')}</p>
              <Code
                label={t('people.handOver')}
                copy={t('people.copyHandOver')}
                text={t('people.handOverText', { url: window.location.origin, email: made.user.email })}
              />
            </div>
          )}
        </ShownOnce>
      )}
      <LeaveGuard isDirty={() => dirty.current} />
    </div>
  )
}

interface TextProps {
  value: string
  onChange: (text: string) => void
  type?: HTMLInputTypeAttribute
  autoFocus?: boolean
}

function Text({ value, onChange, type = 'text', autoFocus }: TextProps) {
  const wiring = useWiring()
  return (
    <input
      {...wiring}
      type={type}
      autoFocus={autoFocus}
      autoComplete="off"
      className="control"
      value={value}
      onChange={event => onChange(event.target.value)}
    />
  )
}
