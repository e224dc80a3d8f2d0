/** How mail is sent: the SMTP server, and a test mail that shows the whole exchange. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, request } from '@/api/client'
import { type MailSettings, settingsQuery, useChangeSettings, useMayChangeSettings } from '@/api/settings'
import { useUser } from '@/api/user'
import { LeaveGuard } from '@/shell/LeaveGuard'
import { PageHeader } from '@/shell/PageHeader'
import { Button } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { Code } from '@/ui/Code'
import { FormField, useWiring } from '@/ui/Field'
import { FormFoot } from '@/ui/FormFoot'
import { Failed, Loading } from '@/ui/States'
import { Switch } from '@/ui/Switch'
import { sendKey } from '@/ui/sendKey'
import { toast } from '@/ui/Toast'

export default function Mail() {
  const { t } = useTranslation()
  const settings = useQuery(settingsQuery('mail'))
  return (
    <div className="w-full max-w-4xl">
      <PageHeader
        title={t('mail.title')}
        crumbs={[{ label: t('settings.title'), to: '/settings' }]}
        note={t('mail.note')}
      />
      {settings.isPending && <Loading />}
      {settings.error && !settings.data && (
        <Failed error={settings.error} retry={() => void settings.refetch()} />
      )}
      {settings.data && <MailForm stored={settings.data} />}
    </div>
  )
}

type Edited = Partial<Omit<MailSettings, 'has_password'>>
const SECURITIES = ['starttls', 'tls', 'none'] as const

function MailForm({ stored }: { stored: MailSettings }) {
  const { t } = useTranslation()
  const mayChange = useMayChangeSettings()
  const change = useChangeSettings('mail')
  const [edited, setEdited] = useState<Edited>({})
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const now = { ...stored, ...edited }
  const changed = Object.entries(edited).filter(
    ([name, value]) => value !== stored[name as keyof MailSettings],
  )
  const set = (part: Edited) => {
    setEdited(before => ({ ...before, ...part }))
    setErrors(before => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in part))))
  }
  const save = () =>
    change.mutate(Object.fromEntries(changed), {
      onSuccess: () => {
        setEdited({})
        setErrors({})
        toast.good(t('common.saved'))
      },
      onError: error => {
        if (error instanceof ApiError && error.problem.errors) setErrors(error.problem.errors)
        else toast.bad(error)
      },
    })
  const text = (name: 'host' | 'user' | 'from' | 'site_url', help?: string) => (
    <FormField label={t(`smtp.${name}`)} help={help} errors={errors[name]}>
      <Text value={now[name]} disabled={!mayChange} onChange={value => set({ [name]: value })} />
    </FormField>
  )
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        save()
      }}
      onKeyDown={sendKey(save, change.isPending || changed.length === 0)}
    >
      <div className="flex flex-col gap-6 px-5 pt-3 pb-8 lg:px-8">
        {!mayChange && <Callout>{t('settings.readOnly')}</Callout>}
        <div className="flex items-start justify-between gap-6">
          <div>
            <p className="font-medium">{t('smtp.enabled')}</p>
            <p id="mail-enabled" className="text-ink-soft text-sm">
              {t('smtp.enabledHelp')}
            </p>
            {errors.enabled && <p className="text-bad text-sm">{errors.enabled.join(' ')}</p>}
          </div>
          <Switch
            label={t('smtp.enabled')}
            describedBy="mail-enabled"
            checked={now.enabled}
            disabled={!mayChange}
            onChange={enabled => set({ enabled })}
          />
        </div>
        <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
          {text('host')}
          <FormField label={t('smtp.port')} errors={errors.port}>
            <Text
              value={String(now.port)}
              number
              disabled={!mayChange}
              onChange={port => set({ port: Number(port) })}
            />
          </FormField>
          <FormField label={t('smtp.security')} errors={errors.security}>
            <Security value={now.security} disabled={!mayChange} onChange={security => set({ security })} />
          </FormField>
          {text('from', t('smtp.fromHelp'))}
          {text('user')}
          <FormField
            label={t('smtp.password')}
            help={t(stored.has_password ? 'smtp.passwordKept' : 'smtp.passwordHelp')}
            errors={errors.password}
          >
            <Text
              value={now.password ?? ''}
              secret
              disabled={!mayChange}
              onChange={password => set({ password: password || undefined })}
            />
          </FormField>
          {text('site_url', t('smtp.siteHelp'))}
        </div>
        {mayChange && <TestMail isSaved={changed.length === 0} />}
      </div>
      {changed.length > 0 && (
        <FormFoot>
          <p role="status" className="mr-auto text-ink-soft">
            {t('settings.unsaved', { count: changed.length })}
          </p>
          <Button
            onClick={() => {
              setEdited({})
              setErrors({})
            }}
          >
            {t('settings.discard')}
          </Button>
          <Button look="primary" type="submit" disabled={change.isPending}>
            {t('common.save')}
          </Button>
        </FormFoot>
      )}
      <LeaveGuard isDirty={() => changed.length > 0} />
    </form>
  )
}

interface TextProps {
  value: string
  number?: boolean
  secret?: boolean
  disabled: boolean
  onChange: (value: string) => void
}

function Text({ value, number, secret, disabled, onChange }: TextProps) {
  return (
    <input
      {...useWiring()}
      type={number ? 'number' : secret ? 'password' : 'text'}
      autoComplete={secret ? 'new-password' : 'off'}
      className="control"
      value={value}
      disabled={disabled}
      onChange={event => onChange(event.target.value)}
    />
  )
}

interface SecurityProps {
  value: string
  disabled: boolean
  onChange: (value: MailSettings['security']) => void
}

function Security({ value, disabled, onChange }: SecurityProps) {
  const { t } = useTranslation()
  return (
    <select
      {...useWiring()}
      className="control"
      value={value}
      disabled={disabled}
      onChange={event => onChange(event.target.value as MailSettings['security'])}
    >
      {SECURITIES.map(one => (
        <option key={one} value={one}>
          {t(`smtp.securities.${one}`)}
        </option>
      ))}
    </select>
  )
}

interface Tried {
  is_sent: boolean
  to: string
  error: string | null
  exchange: string[]
}

/** Sends a mail with what is stored, and shows what both sides said. */
function TestMail({ isSaved }: { isSaved: boolean }) {
  const { t } = useTranslation()
  const user = useUser()
  const [to, setTo] = useState(user.email)
  const send = useMutation({
    mutationFn: async () =>
      (await request<Tried>('settings/mail/test/', { method: 'POST', body: { to } })).data,
  })
  const tried = send.data
  return (
    <section aria-label={t('smtp.test')} className="flex flex-col gap-3 border-line border-t pt-5">
      <h2 className="text-base">{t('smtp.test')}</h2>
      <div className="flex flex-wrap items-end gap-3">
        <div className="w-72 max-w-full">
          <FormField label={t('smtp.to')}>
            <Text value={to} disabled={false} onChange={setTo} />
          </FormField>
        </div>
        <Button disabled={send.isPending || !isSaved || !to.trim()} onClick={() => send.mutate()}>
          <Send size={15} aria-hidden />
          {t(send.isPending ? 'smtp.sending' : 'smtp.send')}
        </Button>
      </div>
      {!isSaved && <p className="text-ink-soft text-sm">{t('smtp.saveFirst')}</p>}
      <div role="status" className="flex flex-col gap-3">
        {send.error && <Callout tone="bad">{send.error.message}</Callout>}
        {tried && (
          <Callout tone={tried.is_sent ? 'good' : 'bad'}>
            {tried.is_sent ? t('smtp.sent', { to: tried.to }) : tried.error}
          </Callout>
        )}
        {tried && tried.exchange.length > 0 && (
          <Code
            text={tried.exchange.join('\n')}
            label={t('smtp.exchange')}
            copy={tried.exchange.join('\n')}
          />
        )}
      </div>
    </section>
  )
}
