/** Setting a password without being signed in: asking for a link, and choosing a password with one. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiError, request } from '@/api/client'
import { useTranslation } from '@/i18n/react'
import { Mark } from '@/shell/Mark'
import { usePageTitle } from '@/shell/title'
import { Button, ButtonLink } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { FormField, useWiring } from '@/ui/Field'
import { Failed, Loading } from '@/ui/States'
import { Switch } from '@/ui/Switch'
import { PasswordMeter } from './PasswordMeter'

interface LinkInfo {
  purpose: 'invitation' | 'password_reset'
  email: string
}

export default function PasswordLinkPage() {
  const token = useLocation({ select: location => location.hash }).replace(/^#/, '')
  const [asks, setAsks] = useState(false)
  const [done, setDone] = useState(false)
  const finish = () => {
    setDone(true)
    // Nothing of the link stays in the history of the browser.
    window.history.replaceState(window.history.state, '', window.location.pathname)
  }
  if (done) return <Done />
  return token && !asks ? <WithLink token={token} onAsk={() => setAsks(true)} onDone={finish} /> : <Ask />
}

function Done() {
  const { t } = useTranslation()
  return (
    <Frame title={t('account.doneTitle')} help={t('account.doneHelp')}>
      <ToSignIn>{t('account.toSignIn')}</ToSignIn>
    </Frame>
  )
}

function Frame({ title, help, children }: { title: string; help?: string; children: ReactNode }) {
  usePageTitle(title)
  return (
    <main id="content" tabIndex={-1} className="grid min-h-dvh place-items-center p-6 outline-none">
      <div className="w-full max-w-sm">
        <div className="mb-8 flex flex-col items-center gap-3 text-center">
          <Mark size={44} />
          <h1 className="text-2xl">{title}</h1>
          {help && <p className="text-pretty text-ink-soft">{help}</p>}
        </div>
        <div className="rounded-lg border border-line bg-surface p-6 shadow-sm">{children}</div>
      </div>
    </main>
  )
}

function Ask() {
  const { t } = useTranslation()
  const [email, setEmail] = useState('')
  const ask = useMutation({
    mutationFn: () =>
      request('iam/password-reset/', { method: 'POST', body: { email: email.trim() }, anonymous: true }),
  })
  if (ask.isSuccess) {
    return (
      <Frame title={t('account.sentTitle')} help={t('account.sentHelp', { email: email.trim() })}>
        <ToSignIn>{t('account.back')}</ToSignIn>
      </Frame>
    )
  }
  return (
    <Frame title={t('account.askTitle')} help={t('account.askHelp')}>
      <form
        className="flex flex-col gap-4"
        onSubmit={event => {
          event.preventDefault()
          ask.mutate()
        }}
      >
        {ask.error && (
          <Callout tone="bad" urgent>
            {ask.error.message}
          </Callout>
        )}
        <FormField label={t('session.email')}>
          <Email value={email} onChange={setEmail} />
        </FormField>
        <Button look="primary" type="submit" disabled={ask.isPending || !email.trim()}>
          {t('account.send')}
        </Button>
        <ToSignIn quiet>{t('account.back')}</ToSignIn>
      </form>
    </Frame>
  )
}

interface LinkProps {
  token: string
  onAsk: () => void
  onDone: () => void
}

function WithLink({ token, onAsk, onDone }: LinkProps) {
  const link = useQuery({
    queryKey: ['password-link', token],
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const call = { method: 'POST', body: { token }, anonymous: true } as const
      return (await request<LinkInfo>('iam/password-reset/check/', call)).data
    },
  })
  const isGone = link.error instanceof ApiError && link.error.status === 404
  if (link.isPending) return <Loading />
  if (isGone) return <Gone onAsk={onAsk} />
  if (link.error) return <Failed error={link.error} retry={() => void link.refetch()} />
  return <Choose token={token} link={link.data} onAsk={onAsk} onDone={onDone} />
}

function Gone({ onAsk }: { onAsk: () => void }) {
  const { t } = useTranslation()
  return (
    <Frame title={t('account.gone')} help={t('account.goneHelp')}>
      <div className="flex flex-col gap-3">
        <Button look="primary" onClick={onAsk}>
          {t('account.askNew')}
        </Button>
        <ToSignIn quiet>{t('account.back')}</ToSignIn>
      </div>
    </Frame>
  )
}

function Choose({ token, link, onAsk, onDone }: LinkProps & { link: LinkInfo }) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [revokes, setRevokes] = useState(false)
  const save = useMutation({
    mutationFn: () => {
      const body = { token, new_password: password, confirm_new_password: again, revoke_tokens: revokes }
      return request('iam/password-reset/confirm/', { method: 'POST', body, anonymous: true })
    },
    onSuccess: onDone,
  })
  const isInvitation = link.purpose === 'invitation'
  if (save.error instanceof ApiError && save.error.status === 404) return <Gone onAsk={onAsk} />
  const errors = save.error instanceof ApiError ? (save.error.problem.errors ?? {}) : {}
  const mismatch = again !== '' && !password.startsWith(again) ? [t('account.mismatch')] : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <Frame
      title={t(isInvitation ? 'account.inviteTitle' : 'account.resetTitle')}
      help={t(isInvitation ? 'account.inviteHelp' : 'account.resetHelp', { email: link.email })}
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        {save.error && Object.keys(errors).length === 0 && (
          <Callout tone="bad" urgent>
            {save.error.message}
          </Callout>
        )}
        {/* Lets password managers know whose it is. */}
        <input type="email" autoComplete="username" value={link.email} readOnly hidden />
        <FormField label={t('account.newPassword')} errors={errors.new_password}>
          <Password value={password} onChange={setPassword} first />
        </FormField>
        <PasswordMeter password={password} token={token} />
        <FormField label={t('account.confirm')} errors={errors.confirm_new_password ?? mismatch}>
          <Password value={again} onChange={setAgain} />
        </FormField>
        {!isInvitation && (
          <FormField label={t('account.revoke')} help={t('account.revokeHelp')}>
            <Switch checked={revokes} onChange={setRevokes} />
          </FormField>
        )}
        <Button look="primary" type="submit" disabled={save.isPending || !password || !again}>
          {t('account.save')}
        </Button>
      </form>
    </Frame>
  )
}

/** The page is loaded anew: nothing of whoever was signed in before stays. */
function ToSignIn({ quiet, children }: { quiet?: boolean; children: ReactNode }) {
  return (
    <ButtonLink to="/" look={quiet ? 'quiet' : 'primary'} className="w-full justify-center">
      {children}
    </ButtonLink>
  )
}

function Email({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  return (
    <input
      {...useWiring()}
      type="email"
      autoComplete="username"
      autoFocus
      className="control"
      value={value}
      onChange={event => onChange(event.target.value)}
    />
  )
}

function Password({
  value,
  onChange,
  first,
}: {
  value: string
  onChange: (text: string) => void
  first?: boolean
}) {
  return (
    <input
      {...useWiring()}
      type="password"
      autoComplete="new-password"
      autoFocus={first}
      className="control"
      value={value}
      onChange={event => onChange(event.target.value)}
    />
  )
}
