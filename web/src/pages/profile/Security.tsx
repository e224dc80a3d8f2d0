/** The password, and where else one is signed in. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError, request } from '@/api/client'
import { useUser } from '@/api/user'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { FormField, useWiring } from '@/ui/Field'
import { toast } from '@/ui/Toast'
import { PasswordMeter } from '../account/PasswordMeter'
import { sessionsQuery } from './api'
import { Section } from './Section'
import { Sessions } from './Sessions'

interface Change {
  old_password: string
  new_password: string
  confirm_new_password: string
}

export function Security() {
  return (
    <div className="flex flex-col gap-8 px-5 py-6 lg:px-8">
      <PasswordForm />
      <Sessions />
    </div>
  )
}

const EMPTY: Change = { old_password: '', new_password: '', confirm_new_password: '' }

function PasswordForm() {
  const { t } = useTranslation()
  const user = useUser()
  const [values, setValues] = useState(EMPTY)
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: (body: Change) => request('iam/change-password/', { method: 'POST', body }),
  })
  const errors = change.error instanceof ApiError ? (change.error.problem.errors ?? {}) : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(values, {
      onSuccess: () => {
        setValues(EMPTY)
        void client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
        toast.good(t('ownProfile.passwordChanged'))
      },
    })
  }
  const ready = values.old_password && values.new_password && values.confirm_new_password
  const mismatch =
    values.confirm_new_password !== '' && !values.new_password.startsWith(values.confirm_new_password)
      ? [t('ownProfile.mismatch')]
      : undefined
  return (
    <Section title={t('ownProfile.password')} help={t('ownProfile.passwordHelp')}>
      <form onSubmit={submit} className="flex max-w-sm flex-col gap-4">
        {change.error && Object.keys(errors).length === 0 && (
          <Callout tone="bad" urgent>
            {change.error.message}
          </Callout>
        )}
        {/* Lets password managers know whose it is. */}
        <input type="email" autoComplete="username" value={user.email} readOnly hidden />
        <FormField label={t('ownProfile.oldPassword')} errors={errors.old_password}>
          <Password
            value={values.old_password}
            onChange={old_password => setValues({ ...values, old_password })}
            autoComplete="current-password"
          />
        </FormField>
        <FormField label={t('ownProfile.newPassword')} errors={errors.new_password}>
          <Password
            value={values.new_password}
            onChange={new_password => setValues({ ...values, new_password })}
            autoComplete="new-password"
          />
        </FormField>
        <PasswordMeter password={values.new_password} />
        <FormField label={t('ownProfile.confirmPassword')} errors={errors.confirm_new_password ?? mismatch}>
          <Password
            value={values.confirm_new_password}
            onChange={confirm_new_password => setValues({ ...values, confirm_new_password })}
            autoComplete="new-password"
          />
        </FormField>
        <Button look="primary" type="submit" disabled={!ready || change.isPending} className="self-start">
          {t('ownProfile.changePassword')}
        </Button>
      </form>
    </Section>
  )
}

interface PasswordProps {
  value: string
  onChange: (text: string) => void
  autoComplete: string
}

function Password({ value, onChange, autoComplete }: PasswordProps) {
  const wiring = useWiring()
  return (
    <input
      {...wiring}
      type="password"
      className="control"
      autoComplete={autoComplete}
      value={value}
      onChange={event => onChange(event.target.value)}
    />
  )
}
