/** The general settings: everything that applies to the whole instance. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '@/api/client'
import { type GeneralSettings, settingsQuery, useChangeSettings, useMayChangeSettings } from '@/api/settings'
import { LANGUAGES } from '@/i18n'
import { LeaveGuard } from '@/shell/LeaveGuard'
import { PageHeader } from '@/shell/PageHeader'
import { Button } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { FormField, useWiring } from '@/ui/Field'
import { FormFoot } from '@/ui/FormFoot'
import { Failed, Loading } from '@/ui/States'
import { Switch } from '@/ui/Switch'
import { sendKey } from '@/ui/sendKey'
import { toast } from '@/ui/Toast'
import { humanise } from './flagGroups'
import { type SettingField, sections } from './generalFields'

export default function General() {
  const { t } = useTranslation()
  const settings = useQuery(settingsQuery('general'))
  return (
    <div className="w-full max-w-4xl">
      <PageHeader
        title={t('general.title')}
        crumbs={[{ label: t('settings.title'), to: '/settings' }]}
        note={t('general.note')}
      />
      {settings.isPending && <Loading />}
      {settings.error && !settings.data && (
        <Failed error={settings.error} retry={() => void settings.refetch()} />
      )}
      {settings.data && <GeneralForm stored={settings.data} />}
    </div>
  )
}

type Value = string | number | boolean

function GeneralForm({ stored }: { stored: GeneralSettings }) {
  const { t, i18n } = useTranslation()
  const mayChange = useMayChangeSettings()
  const change = useChangeSettings('general')
  const [edited, setEdited] = useState<Record<string, Value>>({})
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const form = useRef<HTMLFormElement>(null)
  const value = (name: string): Value => edited[name] ?? stored[name] ?? ''
  const changed = Object.keys(edited).filter(name => edited[name] !== stored[name])
  const dirty = useRef(false)
  useEffect(() => {
    dirty.current = changed.length > 0
  })
  const set = (name: string, next: Value) => {
    setEdited(now => ({ ...now, [name]: next }))
    setErrors(({ [name]: _, ...rest }) => rest)
  }
  const save = () => {
    const body = Object.fromEntries(changed.map(name => [name, edited[name]]))
    change.mutate(body as never, {
      onSuccess: () => {
        setEdited({})
        setErrors({})
        toast.good(t('common.saved'))
      },
      onError: error => {
        if (error instanceof ApiError && error.problem.errors) {
          setErrors(error.problem.errors)
          requestAnimationFrame(() =>
            form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
          )
        } else toast.bad(error)
      },
    })
  }
  const label = (name: string) =>
    i18n.exists(`general.list.${name}.name`) ? t(`general.list.${name}.name`) : humanise(name)
  const help = (name: string) =>
    i18n.exists(`general.list.${name}.help`) ? t(`general.list.${name}.help`) : undefined

  return (
    <form
      ref={form}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        save()
      }}
      onKeyDown={sendKey(save, change.isPending || changed.length === 0)}
    >
      <div className="flex flex-col gap-8 px-5 pt-3 pb-8 lg:px-8">
        {!mayChange && <Callout>{t('settings.readOnly')}</Callout>}
        {sections(Object.keys(stored)).map(([name, fields]) => (
          <section
            key={name}
            aria-labelledby={`general-${name}`}
            className="grid gap-x-10 gap-y-4 border-line border-t pt-5 md:grid-cols-[13rem_1fr]"
          >
            <div>
              <h2 id={`general-${name}`} className="text-base">
                {t(`general.sections.${name}`)}
              </h2>
              <p className="mt-1 text-ink-soft text-sm">{t(`general.sections.${name}Help`)}</p>
            </div>
            <div className="flex flex-col gap-5">
              {fields.map(field =>
                typeof stored[field.name] === 'boolean' ? (
                  <SwitchLine
                    key={field.name}
                    label={label(field.name)}
                    help={help(field.name)}
                    checked={value(field.name) === true}
                    disabled={!mayChange}
                    onChange={on => set(field.name, on)}
                  />
                ) : (
                  <FormField
                    key={field.name}
                    label={label(field.name)}
                    help={help(field.name)}
                    errors={errors[field.name]}
                  >
                    <SettingControl
                      field={field}
                      value={value(field.name)}
                      kind={typeof stored[field.name]}
                      disabled={!mayChange}
                      onChange={next => set(field.name, next)}
                    />
                  </FormField>
                ),
              )}
            </div>
          </section>
        ))}
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
      <LeaveGuard isDirty={() => dirty.current} />
    </form>
  )
}

interface SwitchLineProps {
  label: string
  help?: string
  checked: boolean
  disabled: boolean
  onChange: (on: boolean) => void
}

function SwitchLine({ label, help, checked, disabled, onChange }: SwitchLineProps) {
  const id = useId()
  return (
    <div className="flex items-start justify-between gap-6">
      <div>
        <p className="font-medium">{label}</p>
        {help && (
          <p id={id} className="text-ink-soft text-sm">
            {help}
          </p>
        )}
      </div>
      <span className="pt-0.5">
        <Switch checked={checked} onChange={onChange} disabled={disabled} label={label} describedBy={id} />
      </span>
    </div>
  )
}

interface ControlProps {
  field: SettingField
  value: Value
  kind: string
  disabled: boolean
  onChange: (value: Value) => void
}

function SettingControl({ field, value, kind, disabled, onChange }: ControlProps) {
  const { t } = useTranslation()
  const wiring = useWiring()
  if (field.choices) {
    const words = (choice: string) =>
      field.name === 'default_language'
        ? (LANGUAGES[choice as keyof typeof LANGUAGES] ?? choice)
        : t(`general.choices.${choice}`, choice)
    return (
      <select
        {...wiring}
        disabled={disabled}
        value={String(value)}
        onChange={event => onChange(event.target.value)}
        className="control max-w-sm"
      >
        {(field.choices.includes(String(value)) ? field.choices : [String(value), ...field.choices]).map(
          choice => (
            <option key={choice} value={choice}>
              {words(choice)}
            </option>
          ),
        )}
      </select>
    )
  }
  const number = kind === 'number'
  return (
    <div className="flex items-center gap-2">
      <input
        {...wiring}
        type={number ? 'number' : 'text'}
        min={field.min}
        max={field.max}
        step={field.step}
        disabled={disabled}
        autoComplete="off"
        value={String(value)}
        onChange={event =>
          onChange(number && event.target.value !== '' ? Number(event.target.value) : event.target.value)
        }
        className="control max-w-36"
      />
    </div>
  )
}
