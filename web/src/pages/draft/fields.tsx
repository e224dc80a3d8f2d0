/** Fields of the side panel. They save themselves: a moment after the last key, and when they are left. */
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { cn } from '@/ui/cn'
import { FormField, useWiring } from '@/ui/Field'
import { Switch } from '@/ui/Switch'

const PAUSE = 900

interface TextProps {
  label: string
  value: string
  /** `seen` is the value that the person began with. */
  onSave: (value: string, seen: string) => void
  help?: string
  errors?: string[]
  /** Several lines. */
  long?: boolean
  required?: boolean
  disabled?: boolean
  placeholder?: string
  /** Without a visible label, in a row of fields. */
  bare?: boolean
  className?: string
  /** For whoever wants to bring the focus here. */
  name?: string
}

/** What is typed, until it is saved. What someone else saves shows as long as nothing is typed. */
function useTyped({ value, onSave, required }: Pick<TextProps, 'value' | 'onSave' | 'required'>) {
  const [text, setText] = useState(value)
  const seen = useRef(value)
  const latest = useRef({ text, onSave })
  if (seen.current !== value && (text === seen.current || text.trim() === value)) {
    seen.current = value
    if (text.trim() !== value) setText(value)
  }
  latest.current = { text, onSave }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const save = () => {
    clearTimeout(timer.current)
    const typed = latest.current.text.trim()
    if (typed === seen.current.trim() || (required && !typed)) return
    const before = seen.current
    seen.current = typed
    latest.current.onSave(typed, before)
  }
  const flush = useRef(save)
  flush.current = save
  useEffect(() => () => flush.current(), [])
  const type = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => flush.current(), PAUSE)
  }
  const leave = () => {
    save()
    // What must not be empty is as it was.
    if (required && !latest.current.text.trim()) setText(seen.current)
  }
  return { text, type, leave }
}

function Input({ label, long, bare, className, name, disabled, placeholder, ...rest }: TextProps) {
  const wiring = useWiring()
  const { text, type, leave } = useTyped(rest)
  const shared = {
    ...(bare ? { 'aria-label': label } : wiring),
    value: text,
    disabled,
    placeholder,
    'data-field': name,
    onBlur: leave,
    onChange: (event: { target: { value: string } }) => type(event.target.value),
  }
  return long ? (
    <textarea
      {...shared}
      rows={3}
      className={cn('control field-sizing-content max-h-96 min-h-20 resize-y', className)}
    />
  ) : (
    <input {...shared} className={cn('control', className)} autoComplete="off" />
  )
}

export function TextField(props: TextProps) {
  const { label, help, errors, required, bare } = props
  if (bare) return <Input {...props} />
  return (
    <FormField label={label} help={help} errors={errors} required={required}>
      <Input {...props} />
    </FormField>
  )
}

interface NumberProps {
  label: string
  value: number | null | undefined
  onSave: (value: number | null, seen: number | null) => void
  bare?: boolean
  errors?: string[]
  placeholder?: string
  className?: string
}

export function NumberField({ value, onSave, ...rest }: NumberProps) {
  const read = (text: string) => (/^-?\d+$/.test(text) ? Number(text) : null)
  return (
    <TextField
      {...rest}
      value={value === null || value === undefined ? '' : String(value)}
      onSave={(text, seen) => (text === '' || read(text) !== null) && onSave(read(text), read(seen))}
    />
  )
}

export function ChoiceField({
  label,
  value,
  options,
  onChange,
  bare,
  className,
}: {
  label: string
  value: string
  options: [string, string][]
  onChange: (value: string) => void
  bare?: boolean
  className?: string
}) {
  if (bare)
    return <Select label={label} value={value} options={options} onChange={onChange} className={className} />
  return (
    <FormField label={label}>
      <Select value={value} options={options} onChange={onChange} className={className} />
    </FormField>
  )
}

function Select({
  label,
  options,
  onChange,
  className,
  ...rest
}: {
  label?: string
  options: [string, string][]
  onChange: (value: string) => void
} & Omit<ComponentProps<'select'>, 'onChange'>) {
  const wiring = useWiring()
  return (
    <select
      {...(label ? { 'aria-label': label } : wiring)}
      {...rest}
      className={cn('control', className)}
      onChange={event => onChange(event.target.value)}
    >
      {options.map(([key, name]) => (
        <option key={key} value={key}>
          {name}
        </option>
      ))}
    </select>
  )
}

/** A switch with what it means beside it. */
export function SwitchField({
  label,
  help,
  checked,
  onChange,
}: {
  label: string
  help?: string
  checked: boolean
  onChange: (on: boolean) => void
}) {
  return (
    <div className="flex items-start justify-between gap-4">
      <span>
        <span className="font-medium">{label}</span>
        {help && <span className="block text-ink-soft text-sm">{help}</span>}
      </span>
      <Switch label={label} checked={checked} onChange={onChange} />
    </div>
  )
}
