/** Asks what a calendar feed shall show, creates it, and shows its link once. */
import { useState } from 'react'
import { useTranslation } from '@/i18n/react'
import { ChoiceCards } from '@/ui/ChoiceCards'
import { FormField, useWiring } from '@/ui/Field'
import { ShownOnce } from '@/ui/ShownOnce'
import type { Token } from './api'
import { MakeTokenDialog } from './MakeTokenDialog'

export default function SubscribeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [what, setWhat] = useState<'mine' | 'everything'>('mine')
  const [when, setWhen] = useState<'day' | 'time'>('day')
  const [at, setAt] = useState('09:00')
  return (
    <MakeTokenDialog
      title={t('feed.title')}
      verb={t('feed.create')}
      intro={t('feed.intro')}
      name={{ label: t('feed.name'), help: t('feed.nameHelp'), placeholder: t('feed.namePlaceholder') }}
      body={{ expiry: null, calendar: { mine: what === 'mine', at: when === 'time' ? at : null } }}
      shown={made => <Made feed={made} onClose={onClose} />}
      onClose={onClose}
    >
      {errors => (
        <>
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
        </>
      )}
    </MakeTokenDialog>
  )
}

function Made({ feed, onClose }: { feed: Token; onClose: () => void }) {
  const { t } = useTranslation()
  const link = window.location.origin + (feed.calendar_path ?? '')
  return (
    <ShownOnce
      title={t('feed.made', { name: feed.name })}
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

function Time({ value, onChange }: { value: string; onChange: (text: string) => void }) {
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
