/** The control of a field, by its kind. */
import { type ComponentType, Suspense } from 'react'
import type { Field, Resource } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { overrides } from '@/pages'
import { useWiring } from '@/ui/Field'
import { Skeleton } from '@/ui/States'
import { Switch } from '@/ui/Switch'
import { AnyControl } from './AnyControl'
import { FolderControl } from './FolderControl'
import { JsonControl } from './JsonControl'
import { MarkdownControl } from './MarkdownControl'
import { ManyControl, ReferenceControl } from './ReferenceControl'
import { TranslationsControl } from './TranslationsControl'

export interface ControlProps {
  resource: Resource
  field: Field
  value: unknown
  onChange: (value: unknown) => void
  onBlur?: () => void
  disabled?: boolean
  autoFocus?: boolean
}

const TYPES: Record<string, string> = {
  integer: 'number',
  decimal: 'number',
  date: 'date',
  email: 'email',
  url: 'url',
}

function TextControl({ field, value, onChange, onBlur, disabled, autoFocus }: ControlProps) {
  const wiring = useWiring()
  return (
    <input
      {...wiring}
      type={TYPES[field.kind] ?? 'text'}
      inputMode={field.kind === 'integer' ? 'numeric' : undefined}
      min={field.min}
      max={field.max}
      step={field.kind === 'decimal' ? 'any' : undefined}
      autoComplete="off"
      autoFocus={autoFocus}
      disabled={disabled}
      value={String(value ?? '')}
      onChange={event => onChange(event.target.value)}
      onBlur={onBlur}
      className="control"
    />
  )
}

function ChoiceControl({ resource, field, value, onChange, onBlur, disabled }: ControlProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const wiring = useWiring()
  return (
    <select
      {...wiring}
      disabled={disabled}
      value={String(value ?? '')}
      onBlur={onBlur}
      onChange={event =>
        onChange(field.choices?.find(choice => String(choice.key) === event.target.value)?.key ?? null)
      }
      className="control"
    >
      {(field.nullable || value === '' || value === null) && <option value="">{t('form.notSet')}</option>}
      {(field.choices ?? []).map(choice => (
        <option key={choice.key} value={String(choice.key)}>
          {labels.choice(resource, field, choice)}
        </option>
      ))}
    </select>
  )
}

function SwitchControl({ value, onChange, disabled }: ControlProps) {
  return <Switch checked={value === true} onChange={onChange} disabled={disabled} />
}

/** Moments are typed in local time and sent in UTC. */
function DateTimeControl({ value, onChange, onBlur, disabled }: ControlProps) {
  const wiring = useWiring()
  const at = value ? new Date(String(value)) : null
  const local =
    at && !Number.isNaN(at.getTime())
      ? new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
      : ''
  return (
    <input
      {...wiring}
      type="datetime-local"
      disabled={disabled}
      value={local}
      onBlur={onBlur}
      onChange={event => onChange(event.target.value ? new Date(event.target.value).toISOString() : null)}
      className="control"
    />
  )
}

const CONTROLS: Partial<Record<Field['kind'], ComponentType<ControlProps>>> = {
  choice: ChoiceControl,
  boolean: SwitchControl,
  datetime: DateTimeControl,
  markdown: MarkdownControl,
  reference: ReferenceControl,
  many: ManyControl,
  any: AnyControl,
  json: JsonControl,
  translations: TranslationsControl,
}

export function Control(props: ControlProps) {
  const { resource, field } = props
  const Own = overrides[resource.path]?.controls?.[field.name]
  if (Own)
    return (
      <Suspense fallback={<Skeleton className="h-60 w-full" />}>
        <Own {...props} />
      </Suspense>
    )
  const Chosen =
    field.kind === 'reference' && field.target === 'folders'
      ? FolderControl
      : (CONTROLS[field.kind] ?? TextControl)
  return <Chosen {...props} />
}
