import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { Field, Resource } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'

interface Props {
  resource: Resource
  field: Field
  value: unknown
  /** `step` goes on to the next or the last cell. */
  onSave: (value: unknown, step?: 1 | -1) => void
  onCancel: () => void
}

const TYPES: Record<string, string> = {
  integer: 'number',
  decimal: 'number',
  date: 'date',
  email: 'email',
  url: 'url',
}

/** Edits one field in place. Enter, Tab and leaving it save, Escape does not. */
export function CellEditor({ resource, field, value, onSave, onCancel }: Props) {
  const { t } = useTranslation()
  const labels = useLabels()
  const control = useRef<HTMLInputElement & HTMLSelectElement>(null)
  const ended = useRef(false)
  useEffect(() => {
    control.current?.focus()
    if (field.kind !== 'choice' && field.kind !== 'date') control.current?.select?.()
  }, [field.kind])
  const end = (save: boolean, step?: 1 | -1) => {
    if (ended.current || !control.current) return
    if (save && !control.current.reportValidity()) return
    ended.current = true
    if (save) onSave(read(field, control.current.value), step)
    else onCancel()
  }
  const common = {
    ref: control,
    'aria-label': t('list.edit', { name: labels.field(resource, field) }),
    className: 'control h-8 min-h-0 py-0',
    onBlur: () => end(true),
    onKeyDown: (event: KeyboardEvent) => {
      event.stopPropagation()
      if (event.key === 'Enter') {
        // What gets the focus next would be pressed by the same key.
        event.preventDefault()
        end(true)
      }
      if (event.key === 'Escape') end(false)
      if (event.key === 'Tab') {
        event.preventDefault()
        end(true, event.shiftKey ? -1 : 1)
      }
    },
  }
  if (field.kind === 'choice' || field.kind === 'boolean') {
    const choices =
      field.kind === 'boolean'
        ? [
            { key: 'true', label: t('common.yes') },
            { key: 'false', label: t('common.no') },
          ]
        : (field.choices ?? []).map(choice => ({ ...choice, label: labels.choice(resource, field, choice) }))
    return (
      <select {...common} defaultValue={String(value ?? '')}>
        {field.nullable && <option value="">{t('form.notSet')}</option>}
        {choices.map(choice => (
          <option key={choice.key} value={choice.key}>
            {choice.label}
          </option>
        ))}
      </select>
    )
  }
  return (
    <input
      {...common}
      type={TYPES[field.kind] ?? 'text'}
      required={field.required}
      maxLength={field.max_length}
      min={field.min}
      max={field.max}
      step={field.kind === 'decimal' ? 'any' : undefined}
      defaultValue={String(value ?? '')}
    />
  )
}

/** What was typed, as the API takes it. */
export function read(field: Field, text: string): unknown {
  if (field.kind === 'boolean') return text === 'true'
  if (field.kind === 'choice') return field.choices?.find(choice => String(choice.key) === text)?.key ?? null
  if (text === '' && (field.nullable || field.kind !== 'text')) return field.nullable ? null : ''
  return field.kind === 'integer' || field.kind === 'decimal' ? Number(text) : text
}
