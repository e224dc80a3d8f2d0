import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Eye, EyeOff } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { request } from '@/api/client'
import { type CurrentUser, userQuery } from '@/api/user'
import { useTranslation } from '@/i18n/react'
import { PASSWORD_LINK } from '@/pages'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Mark } from './Mark'
import { usePageTitle } from './title'

interface SignedIn {
  user: CurrentUser
}

/** Email address and password. With `email` set it is fixed: the page behind belongs to that person. */
function SignInForm({ email, onDone }: { email?: string; onDone: (user: CurrentUser) => void }) {
  const { t } = useTranslation()
  const id = useId()
  const [shown, setShown] = useState(false)
  const signIn = useMutation({
    mutationFn: async (form: FormData) => {
      const body = { username: email ?? form.get('username'), password: form.get('password') }
      return (await request<SignedIn>('iam/login/', { method: 'POST', body, anonymous: true })).data.user
    },
    onSuccess: onDone,
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    signIn.mutate(new FormData(event.currentTarget))
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <div className="flex flex-col gap-1.5">
        <label htmlFor={`${id}-email`} className="font-medium">
          {t('session.email')}
        </label>
        <input
          id={`${id}-email`}
          name="username"
          type="email"
          required
          autoComplete="username"
          autoFocus={!email}
          defaultValue={email}
          readOnly={!!email}
          className="control"
        />
      </div>
      <div className="flex flex-col gap-1.5">
        <label htmlFor={`${id}-password`} className="font-medium">
          {t('session.password')}
        </label>
        <div className="relative">
          <input
            id={`${id}-password`}
            name="password"
            type={shown ? 'text' : 'password'}
            required
            autoComplete="current-password"
            autoFocus={!!email}
            className="control pr-10"
          />
          <Button
            look="quiet"
            size="sm"
            className="absolute top-1 right-1"
            icon={shown ? <EyeOff size={16} /> : <Eye size={16} />}
            label={t(shown ? 'session.hide' : 'session.show')}
            onClick={() => setShown(!shown)}
          />
        </div>
      </div>
      {signIn.error && (
        <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad">
          {signIn.error.message}
        </p>
      )}
      <Button look="primary" type="submit" disabled={signIn.isPending} className="mt-1">
        {t(signIn.isPending ? 'session.signingIn' : 'session.signIn')}
      </Button>
      {!email && (
        <Link to={PASSWORD_LINK} className="self-center text-ink-soft text-sm underline">
          {t('session.forgot')}
        </Link>
      )}
    </form>
  )
}

export function SignInPage() {
  const { t } = useTranslation()
  const client = useQueryClient()
  usePageTitle(t('session.signIn'))
  return (
    <main id="content" tabIndex={-1} className="grid min-h-dvh place-items-center p-6 outline-none">
      <div className="w-full max-w-sm">
        <div className="mb-8 flex flex-col items-center gap-3 text-center">
          <Mark size={44} />
          <h1 className="text-2xl">{t('session.title')}</h1>
          <p className="max-w-72 text-ink-soft">{t('session.tagline')}</p>
        </div>
        <div className="rounded-lg border border-line bg-surface p-6 shadow-sm">
          <SignInForm
            onDone={user => {
              // Nothing of the previous user stays.
              client.removeQueries({ predicate: query => query.queryKey[0] !== userQuery.queryKey[0] })
              client.setQueryData(userQuery.queryKey, user)
            }}
          />
        </div>
      </div>
    </main>
  )
}

/** Over the page whose session ended: after signing in, the person continues where they were. */
export function SessionEnded({ open, email, onDone }: { open: boolean; email: string; onDone: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog open={open} onClose={() => {}} firm size="sm" title={t('session.expired')}>
      <p className="mb-4 text-ink-soft">{t('session.expiredHelp')}</p>
      <SignInForm email={email} onDone={onDone} />
    </Dialog>
  )
}
