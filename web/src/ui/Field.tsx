import { createContext, type ReactNode, useContext, useId } from 'react'
import { useTranslation } from '@/i18n/react'
import { Inline } from './Inline'

interface Wiring {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean
  'aria-required'?: boolean
  'aria-label'?: string
  'aria-labelledby'?: string
}

const Wires = createContext<Wiring>({ id: '' })

/** The attributes that tie a control to its label, help and errors. */
export function useWiring(): Wiring {
  return useContext(Wires)
}

/** A control in a table of controls: its row and column name it. */
export function FieldCell({ label, children }: { label: string; children: ReactNode }) {
  const id = useId()
  return <Wires.Provider value={{ id, 'aria-label': label }}>{children}</Wires.Provider>
}

interface Props {
  label: string
  help?: string
  errors?: string[]
  required?: boolean
  /** The control names itself, such as a group of them. */
  group?: boolean
  children: ReactNode
}

/** A label, a control, its help and its errors. */
export function FormField({ label, help, errors = [], required, group, children }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const described = [help && `${id}-help`, errors.length > 0 && `${id}-error`].filter(Boolean).join(' ')
  const wiring = {
    id,
    'aria-describedby': described || undefined,
    'aria-invalid': errors.length > 0 || undefined,
    'aria-required': required || undefined,
    'aria-labelledby': group ? `${id}-label` : undefined,
  }
  const face = (
    <>
      {label}
      {required && (
        <span aria-hidden className="text-bad" title={t('form.required')}>
          {' *'}
        </span>
      )}
    </>
  )
  return (
    <div
      className="flex min-w-0 flex-col gap-1.5"
      data-invalid={errors.length > 0 || undefined}
      role={group ? 'group' : undefined}
      aria-labelledby={group ? `${id}-label` : undefined}
    >
      {group ? (
        <span id={`${id}-label`} className="font-medium">
          {face}
        </span>
      ) : (
        <label id={`${id}-label`} htmlFor={id} className="w-fit font-medium">
          {face}
        </label>
      )}
      <Wires.Provider value={wiring}>{children}</Wires.Provider>
      {help && (
        <p id={`${id}-help`} className="text-ink-soft text-sm">
          <Inline text={help} />
        </p>
      )}
      {errors.length > 0 && (
        <ul id={`${id}-error`} className="text-bad text-sm">
          {errors.map(error => (
            <li key={error}>{error}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
