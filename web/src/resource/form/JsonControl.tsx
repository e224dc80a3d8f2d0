import { useState } from 'react'
import { useTranslation } from '@/i18n/react'
import { useWiring } from '@/ui/Field'
import { gridOf, onlyPart, typeOf } from '../grid'
import type { ControlProps } from './Control'
import { SchemaField } from './SchemaField'
import { SchemaGrid } from './SchemaGrid'
import { CurrencyHere } from './UnitControl'

/** A structured value: fields where its schema names them, lines for a list of words, otherwise JSON as text. */
export function JsonControl({ field, value, onChange, disabled }: ControlProps) {
  const schema = field.schema ?? {}
  if (typeOf(schema) === 'object' && schema.properties) {
    const inner = (value ?? {}) as Record<string, unknown>
    const parts = Object.entries(schema.properties)
    const only = onlyPart(schema)
    const grid = only && gridOf(schema.properties[only] ?? {})
    if (only && grid) {
      const rows = (inner[only] ?? {}) as Record<string, unknown>
      const put = (next: unknown) => onChange({ ...inner, [only]: next })
      return <SchemaGrid grid={grid} value={rows} onChange={put} path={only} />
    }
    return (
      <CurrencyHere.Provider value={typeof inner.currency === 'string' ? inner.currency : ''}>
        <div className="flex flex-col gap-4">
          {parts.map(([name, part]) => (
            <SchemaField
              key={name}
              name={name}
              schema={part}
              value={inner[name]}
              onChange={next => onChange({ ...inner, [name]: next })}
            />
          ))}
        </div>
      </CurrencyHere.Provider>
    )
  }
  if (typeOf(schema) === 'array' && typeOf(schema.items ?? {}) === 'string')
    return <Lines value={value} onChange={onChange} disabled={disabled} />
  return <RawJson value={value} onChange={onChange} disabled={disabled} />
}

type Simple = Pick<ControlProps, 'value' | 'onChange' | 'disabled'>

function Lines({ value, onChange, disabled }: Simple) {
  const wiring = useWiring()
  const [text, setText] = useState(Array.isArray(value) ? value.join('\n') : '')
  return (
    <textarea
      {...wiring}
      rows={4}
      disabled={disabled}
      className="control"
      value={text}
      onChange={event => {
        setText(event.target.value)
        onChange(
          event.target.value
            .split('\n')
            .map(line => line.trim())
            .filter(Boolean),
        )
      }}
    />
  )
}

function RawJson({ value, onChange, disabled }: Simple) {
  const { t } = useTranslation()
  const wiring = useWiring()
  const [text, setText] = useState(
    value === null || value === undefined ? '' : JSON.stringify(value, null, 2),
  )
  const [broken, setBroken] = useState(false)
  return (
    <>
      <textarea
        {...wiring}
        rows={6}
        spellCheck={false}
        disabled={disabled}
        className="control font-mono text-sm"
        value={text}
        onChange={event => {
          setText(event.target.value)
          try {
            onChange(event.target.value.trim() ? JSON.parse(event.target.value) : null)
            setBroken(false)
          } catch {
            setBroken(true)
          }
        }}
      />
      {broken && <p className="text-bad text-sm">{t('form.notJson')}</p>}
    </>
  )
}
