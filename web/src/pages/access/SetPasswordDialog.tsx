/** Sets someone else's password; it is shown once, to pass on to them. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, request } from '@/api/client'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { Dialog } from '@/ui/Dialog'
import { FormField, useWiring } from '@/ui/Field'
import { ShownOnce } from '@/ui/ShownOnce'
import { Switch } from '@/ui/Switch'
import { makePassword } from './password'

interface Props {
  user: string
  name: string
  onClose: () => void
}

export function SetPasswordDialog({ user, name, onClose }: Props) {
  const { t } = useTranslation()
  const [password, setPassword] = useState(makePassword)
  const [revokes, setRevokes] = useState(false)
  const save = useMutation({
    mutationFn: () =>
      request('iam/set-password/', {
        method: 'POST',
        body: { user, new_password: password, revoke_tokens: revokes },
      }),
  })
  if (save.isSuccess) {
    return (
      <ShownOnce
        title={t('people.passwordSet', { name })}
        label={t('session.password')}
        secret={password}
        warning={t('people.passwordWarning')}
        onClose={onClose}
      />
    )
  }
  const errors = save.error instanceof ApiError ? save.error.problem.errors?.new_password : undefined
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={t('people.setPassword')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" disabled={save.isPending || !password} onClick={() => save.mutate()}>
            {t('people.setPassword')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p>{t('people.setPasswordHelp', { name })}</p>
        {save.error && !errors && (
          <Callout tone="bad" urgent>
            {save.error.message}
          </Callout>
        )}
        <FormField label={t('people.newPassword')} errors={errors}>
          <Password value={password} onChange={setPassword} />
        </FormField>
        <FormField label={t('people.revokeToo')} help={t('people.revokeTooHelp')}>
          <Switch checked={revokes} onChange={setRevokes} />
        </FormField>
      </div>
    </Dialog>
  )
}

function Password({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const { t } = useTranslation()
  const wiring = useWiring()
  return (
    <div className="flex gap-2">
      <input
        {...wiring}
        className="control font-mono"
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={event => onChange(event.target.value)}
      />
      <Button onClick={() => onChange(makePassword())}>{t('people.another')}</Button>
    </div>
  )
}
