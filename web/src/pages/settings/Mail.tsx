/** How mail is sent: the SMTP server, and a test mail that shows the whole exchange. */
import { useMutation } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { request } from '@/api/client'
import type { MailSettings } from '@/api/settings'
import { useUser } from '@/api/user'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { Code } from '@/ui/Code'
import { FormField, useWiring } from '@/ui/Field'
import { SettingsForm, SettingsPage, SwitchLine, useSettingsForm } from './SettingsForm'

const SECURITIES = ['starttls', 'tls', 'none'] as const

export default function Mail() {
  const { t } = useTranslation()
  return (
    <SettingsPage group="mail" title={t('mail.title')} note={t('mail.note')}>
      {stored => <MailForm stored={stored} />}
    </SettingsPage>
  )
}

function MailForm({ stored }: { stored: MailSettings }) {
  const { t } = useTranslation()
  const editing = useSettingsForm('mail', stored)
  const { now, errors, mayChange, set } = editing
  const text = (name: 'host' | 'user' | 'from' | 'site_url', help?: string) => (
    <FormField label={t(`smtp.${name}`)} help={help} errors={errors[name]}>
      <Text value={now[name]} disabled={!mayChange} onChange={value => set({ [name]: value })} />
    </FormField>
  )
  return (
    <SettingsForm editing={editing}>
      <SwitchLine
        label={t('smtp.enabled')}
        help={t('smtp.enabledHelp')}
        errors={errors.enabled}
        checked={now.enabled}
        disabled={!mayChange}
        onChange={enabled => set({ enabled })}
      />
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
      {mayChange && <TestMail isSaved={editing.unsaved === 0} />}
    </SettingsForm>
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
