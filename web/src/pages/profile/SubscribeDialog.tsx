/** Asks what a calendar feed shall show, creates it, and shows its link once. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, request } from '@/api/client'
import { Button } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { ChoiceCards } from '@/ui/ChoiceCards'
import { Dialog } from '@/ui/Dialog'
import { FormField, useWiring } from '@/ui/Field'
import { ShownOnce } from '@/ui/ShownOnce'
import { type Token, tokensQuery } from './api'

export default function SubscribeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [what, setWhat] = useState<'mine' | 'everything'>('mine')
  const [when, setWhen] = useState<'day' | 'time'>('day')
  const [at, setAt] = useState('09:00')
  const make = useMutation({
    mutationFn: async () => {
      const calendar = { mine: what === 'mine', at: when === 'time' ? at : null }
      const body = { name: name.trim(), expiry: null, calendar }
      return (await request<Token>('iam/auth-tokens/', { method: 'POST', body })).data
    },
    onSuccess: () => client.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  })
  const made = make.data
  if (made?.calendar_path) {
    const link = window.location.origin + made.calendar_path
    return (
      <ShownOnce
        title={t('feed.made', { name: made.name })}
        label={t('feed.link')}
        secret={link}
        warning={t('feed.warning')}
        onClose={onClose}
      >
        <p className="max-w-[62ch] text-pretty text-ink-soft">{t('feed.how')}</p>
        <p>
          <a
            className="rounded-sm text-accent-text underline underline-offset-3"
            href={link.replace(/^https?:/, 'webcal:')}
          >
            {t('feed.open')}
          </a>
        </p>
      </ShownOnce>
    )
  }
  const errors = make.error instanceof ApiError ? (make.error.problem.errors ?? {}) : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    make.mutate()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('feed.title')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" type="submit" form="subscribe" disabled={make.isPending || !name.trim()}>
            {t('feed.create')}
          </Button>
        </>
      }
    >
      <form id="subscribe" noValidate onSubmit={submit} className="flex flex-col gap-5">
        {make.error && Object.keys(errors).length === 0 && (
          <Callout tone="bad" urgent>
            {make.error.message}
          </Callout>
        )}
        <p className="max-w-[62ch] text-pretty text-ink-soft">{t('feed.intro')}</p>
        <FormField label={t('feed.name')} help={t('feed.nameHelp')} errors={errors.name} required>
          <Name value={name} onChange={setName} />
        </FormField>
        <ChoiceCards
          label={t('feed.what')}
          value={what}
          onChange={setWhat}
          choices={[
            { value: 'mine', label: t('feed.mine'), help: t('feed.mineHelp') },
            { value: 'everything', label: t('feed.everything'), help: t('feed.everythingHelp') },
          ]}
        />
        <ChoiceCards
          label={t('feed.when')}
          value={when}
          onChange={setWhen}
          choices={[
            { value: 'day', label: t('feed.allDay') },
            { value: 'time', label: t('feed.atTime') },
          ]}
        />
        {when === 'time' && (
          <FormField label={t('feed.time')} help={t('feed.timeHelp')} errors={errors.calendar} required>
            <Time value={at} onChange={setAt} />
          </FormField>
        )}
      </form>
    </Dialog>
  )
}

interface ControlProps {
  value: string
  onChange: (text: string) => void
}

function Name({ value, onChange }: ControlProps) {
  const { t } = useTranslation()
  const wiring = useWiring()
  return (
    <input
      {...wiring}
      className="control"
      autoFocus
      autoComplete="off"
      maxLength={200}
      placeholder={t('feed.namePlaceholder')}
      value={value}
      onChange={event => onChange(event.target.value)}
    />
  )
}

function Time({ value, onChange }: ControlProps) {
  const wiring = useWiring()
  return (
    <input
      {...wiring}
      type="time"
      required
      className="control w-32"
      value={value}
      onChange={event => onChange(event.target.value)}
    />
  )
}
