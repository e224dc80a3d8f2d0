/** Passwords, sessions, and from where the instance can be used. */
import { useQuery } from '@tanstack/react-query'
import { type InfraSettings, type SignInSettings, settingsQuery } from '@/api/settings'
import { useTranslation } from '@/i18n/react'
import { FormField, useWiring } from '@/ui/Field'
import { Inline } from '@/ui/Inline'
import { Failed, Loading } from '@/ui/States'
import { SettingsForm, SettingsPage, SettingsSection, SwitchLine, useSettingsForm } from './SettingsForm'

export default function SignIn() {
  const { t } = useTranslation()
  return (
    <SettingsPage group="sign-in" title={t('signInPages.title')} note={t('signInPages.note')}>
      {stored => (
        <>
          <SignInForm stored={stored} />
          <AllowList />
        </>
      )}
    </SettingsPage>
  )
}

type Numbers = 'password_min_length' | 'session_days' | 'idle_minutes' | 'invitation_days' | 'reset_minutes'

function SignInForm({ stored }: { stored: SignInSettings }) {
  const { t } = useTranslation()
  const editing = useSettingsForm('sign-in', stored)
  const { now, errors, mayChange, set } = editing
  const number = (name: Numbers, unit: string, range: [number, number], empty?: string) => (
    <FormField label={t(`signInSettings.${name}`)} errors={errors[name]}>
      <Amount
        value={now[name]}
        unit={unit}
        range={range}
        empty={empty}
        disabled={!mayChange}
        onChange={value => set({ [name]: value })}
      />
    </FormField>
  )
  return (
    <SettingsForm editing={editing}>
      <SettingsSection title={t('signInSettings.passwords')} help={t('signInSettings.passwordsHelp')}>
        {number('password_min_length', t('signInSettings.characters'), [8, 64])}
        {number('reset_minutes', t('signInSettings.minutes'), [5, 1440])}
        {number('invitation_days', t('signInSettings.days'), [1, 30])}
      </SettingsSection>
      <SettingsSection title={t('signInSettings.sessions')} help={t('signInSettings.sessionsHelp')}>
        {number('session_days', t('signInSettings.days'), [1, 365])}
        {number('idle_minutes', t('signInSettings.minutes'), [5, 43_200], t('signInSettings.noLimit'))}
        <SwitchLine
          label={t('signInSettings.new_device_email')}
          help={t('signInSettings.newDeviceHelp')}
          checked={now.new_device_email}
          disabled={!mayChange}
          onChange={new_device_email => set({ new_device_email })}
        />
      </SettingsSection>
    </SettingsForm>
  )
}

interface AmountProps {
  value: number | null
  unit: string
  range: [number, number]
  /** What it means that there is no number; without it there must be one. */
  empty?: string
  disabled: boolean
  onChange: (value: number | null) => void
}

function Amount({ value, unit, range, empty, disabled, onChange }: AmountProps) {
  const wiring = useWiring()
  return (
    <div className="flex items-center gap-2">
      <input
        {...wiring}
        type="number"
        min={range[0]}
        max={range[1]}
        disabled={disabled}
        autoComplete="off"
        placeholder={empty}
        value={value ?? ''}
        onChange={event => onChange(event.target.value === '' ? null : Number(event.target.value))}
        className="control max-w-36"
      />
      <span className="text-ink-soft">{unit}</span>
    </div>
  )
}

function AllowList() {
  const infra = useQuery(settingsQuery('infra-config'))
  if (infra.isPending) return <Loading />
  if (infra.error && !infra.data) return <Failed error={infra.error} retry={() => void infra.refetch()} />
  return <AllowListForm stored={infra.data} />
}

function AllowListForm({ stored }: { stored: InfraSettings }) {
  const { t } = useTranslation()
  const editing = useSettingsForm('infra-config', stored)
  const { now, errors, mayChange, set } = editing
  return (
    <SettingsForm editing={editing}>
      <SettingsSection title={t('signInSettings.allowList')} help={t('signInSettings.allowListHelp')}>
        <FormField
          label={t('signInSettings.networks')}
          help={t('signInSettings.networksHelp')}
          errors={errors.ip_allow_list}
        >
          <Lines
            lines={now.ip_allow_list}
            disabled={!mayChange}
            onChange={ip_allow_list => set({ ip_allow_list })}
          />
        </FormField>
        <p className="text-ink-soft text-sm">
          <Inline text={t('signInSettings.breakGlass')} />
        </p>
      </SettingsSection>
    </SettingsForm>
  )
}

interface LinesProps {
  lines: string[]
  disabled: boolean
  onChange: (lines: string[]) => void
}

/** One entry per line. Empty lines are kept while typing and dropped when the field is left. */
function Lines({ lines, disabled, onChange }: LinesProps) {
  return (
    <textarea
      {...useWiring()}
      rows={Math.max(4, Math.min(12, lines.length + 1))}
      spellCheck={false}
      autoComplete="off"
      disabled={disabled}
      className="control max-w-md resize-y font-mono"
      value={lines.join('\n')}
      onChange={event => onChange(event.target.value === '' ? [] : event.target.value.split('\n'))}
      onBlur={() => {
        const kept = lines.map(line => line.trim()).filter(Boolean)
        if (kept.join('\n') !== lines.join('\n')) onChange(kept)
      }}
    />
  )
}
