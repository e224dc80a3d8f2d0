/** The general settings: everything that applies to the whole instance. */

import type { GeneralSettings } from '@/api/settings'
import { LANGUAGES } from '@/i18n'
import { useTranslation } from '@/i18n/react'
import { FormField, useWiring } from '@/ui/Field'
import { humanise } from './flagGroups'
import { type SettingField, sections } from './generalFields'
import { SettingsForm, SettingsPage, SettingsSection, SwitchLine, useSettingsForm } from './SettingsForm'

export default function General() {
  const { t } = useTranslation()
  return (
    <SettingsPage group="general" title={t('general.title')} note={t('general.note')}>
      {stored => <GeneralForm stored={stored} />}
    </SettingsPage>
  )
}

type Value = string | number | boolean

function GeneralForm({ stored }: { stored: GeneralSettings }) {
  const { t, i18n } = useTranslation()
  const editing = useSettingsForm('general', stored)
  const { now, errors, mayChange, set } = editing
  const label = (name: string) =>
    i18n.exists(`general.list.${name}.name`) ? t(`general.list.${name}.name`) : humanise(name)
  const help = (name: string) =>
    i18n.exists(`general.list.${name}.help`) ? t(`general.list.${name}.help`) : undefined

  return (
    <SettingsForm editing={editing}>
      {sections(Object.keys(stored)).map(([name, fields]) => (
        <SettingsSection
          key={name}
          title={t(`general.sections.${name}`)}
          help={t(`general.sections.${name}Help`)}
        >
          {fields.map(field =>
            typeof stored[field.name] === 'boolean' ? (
              <SwitchLine
                key={field.name}
                label={label(field.name)}
                help={help(field.name)}
                checked={now[field.name] === true}
                disabled={!mayChange}
                onChange={on => set({ [field.name]: on })}
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
                  value={now[field.name] ?? ''}
                  kind={typeof stored[field.name]}
                  disabled={!mayChange}
                  onChange={next => set({ [field.name]: next })}
                />
              </FormField>
            ),
          )}
        </SettingsSection>
      ))}
    </SettingsForm>
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
