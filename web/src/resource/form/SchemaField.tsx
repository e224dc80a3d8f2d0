/** A control for any JSON Schema that the server uses: values inside structured fields, inputs of actions. */

import { type Resource, type Schema, useModel } from '@/api/model'
import { spoken, useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { FormField, useWiring } from '@/ui/Field'
import { Switch } from '@/ui/Switch'
import { gridOf, typeOf } from '../grid'
import { unitOf } from '../units'
import { Control } from './Control'
import { usePartErrors } from './mistakes'
import { asField, targetOf } from './reference'
import { SchemaGrid } from './SchemaGrid'
import { UnitControl } from './UnitControl'

interface Props {
  name: string
  schema: Schema
  value: unknown
  onChange: (value: unknown) => void
  required?: boolean
  errors?: string[]
  /** The resource whose action this is an input of. */
  owner?: Resource
  /** Where it stands in the structure: `build.fixed_cost`; its name if left out. */
  path?: string
}

export function SchemaField(props: Props) {
  const { name, schema, value, onChange, required, owner, path = name } = props
  const own = usePartErrors(path)
  const errors = props.errors ?? own
  const unit = unitOf(name)
  const labels = useLabels()
  const label = labels.part(name)
  const help = labels.sentence(schema.description)
  const model = useModel()
  const target = targetOf(name, schema, model, owner)
  if (target && model.resources[target]) {
    return (
      <FormField label={label} help={help} required={required} errors={errors}>
        <Control
          resource={model.resources[target]}
          field={asField(name, label, schema, target)}
          value={value}
          onChange={next => onChange(next ?? undefined)}
        />
      </FormField>
    )
  }
  if (typeOf(schema) === 'object' && schema.properties) {
    const inner = (value ?? {}) as Record<string, unknown>
    const grid = gridOf(schema)
    if (grid) return <SchemaGrid label={label} grid={grid} value={inner} onChange={onChange} path={path} />
    return (
      <fieldset className="flex flex-col gap-3 border-line border-l-2 pl-4">
        <legend className="float-left mb-1 font-medium">{label}</legend>
        {help && <p className="text-ink-soft text-sm">{help}</p>}
        <div className="grid gap-3 sm:grid-cols-2">
          {Object.entries(schema.properties).map(([key, part]) => (
            <SchemaField
              key={key}
              name={key}
              path={`${path}.${key}`}
              schema={part}
              required={schema.required?.includes(key)}
              value={inner[key]}
              onChange={next => onChange(without({ ...inner, [key]: next }))}
            />
          ))}
        </div>
      </fieldset>
    )
  }
  return (
    <FormField label={label} help={help} required={required} errors={errors}>
      {name.endsWith('_text') ? (
        <Lines value={value} onChange={onChange} />
      ) : unit ? (
        <UnitControl unit={unit} value={value} onChange={onChange} />
      ) : (
        <Scalar schema={schema} value={value} onChange={onChange} />
      )}
    </FormField>
  )
}

/** A text of several lines. */
function Lines({ value, onChange }: Pick<Props, 'value' | 'onChange'>) {
  const wiring = useWiring()
  return (
    <textarea
      {...wiring}
      rows={8}
      className="control"
      value={String(value ?? '')}
      onChange={event => onChange(event.target.value || undefined)}
    />
  )
}

/** Removed values are left out, so that a structure becomes empty again. */
export function without(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined && inner !== ''))
}

export function Scalar({ schema, value, onChange }: Pick<Props, 'schema' | 'value' | 'onChange'>) {
  const { t } = useTranslation()
  const wiring = useWiring()
  const type = typeOf(schema)
  if (type === 'boolean') return <Switch checked={value === true} onChange={onChange} />
  if (schema.enum) {
    return (
      <select
        {...wiring}
        className="control"
        value={String(value ?? '')}
        onChange={event => onChange(event.target.value || undefined)}
      >
        <option value="">{t('form.notSet')}</option>
        {schema.enum
          .filter(one => one !== null)
          .map(one => (
            <option key={one} value={String(one)}>
              {spoken(String(one))}
            </option>
          ))}
      </select>
    )
  }
  if (type === 'integer' || type === 'number') {
    return (
      <input
        {...wiring}
        type="number"
        step={type === 'number' ? 'any' : 1}
        min={schema.minimum}
        max={schema.maximum}
        className="control"
        value={value === undefined || value === null ? '' : String(value)}
        onChange={event => onChange(event.target.value === '' ? undefined : Number(event.target.value))}
      />
    )
  }
  if (type === 'array') {
    const text = Array.isArray(value)
      ? value.map(one => (typeof one === 'object' ? JSON.stringify(one) : String(one))).join('\n')
      : ''
    return (
      <textarea
        {...wiring}
        rows={3}
        className="control"
        value={text}
        onChange={event =>
          onChange(
            event.target.value
              .split('\n')
              .map(line => line.trim())
              .filter(Boolean),
          )
        }
      />
    )
  }
  const input = schema.format === 'date-time' ? 'datetime-local' : schema.format === 'date' ? 'date' : 'text'
  return (
    <input
      {...wiring}
      type={input}
      className="control"
      value={input === 'datetime-local' ? String(value ?? '').slice(0, 16) : String(value ?? '')}
      onChange={event => {
        const text = event.target.value
        onChange(text === '' ? undefined : input === 'datetime-local' ? new Date(text).toISOString() : text)
      }}
    />
  )
}
