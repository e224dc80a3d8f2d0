/** A headed part of the form, and the plain field that most parts are made of. */
import { type ReactNode, useEffect, useRef } from 'react'
import { useWiring } from '@/ui/Field'

interface PartProps {
  title: string
  help?: string
  invalid?: string[]
  children: ReactNode
}

export function Part({ title, help, invalid, children }: PartProps) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    if (invalid) box.current?.scrollIntoView({ block: 'nearest' })
  }, [invalid])
  return (
    <section ref={box} aria-label={title} data-invalid={invalid ? true : undefined} className="scroll-mt-4">
      <h2 className="border-line border-b pb-1.5 font-semibold text-base">{title}</h2>
      {help && <p className="mt-2 max-w-[70ch] text-ink-soft">{help}</p>}
      {invalid && (
        <p role="alert" className="mt-2 text-bad">
          {invalid.join(' ')}
        </p>
      )}
      <div className="mt-3.5 flex flex-col gap-4">{children}</div>
    </section>
  )
}

interface TextProps {
  value: string
  onChange: (value: string) => void
  type?: string
  placeholder?: string
  autoFocus?: boolean
  mono?: boolean
  min?: number
  max?: number
}

export function Text({ value, onChange, mono, ...rest }: TextProps) {
  const wiring = useWiring()
  return (
    <input
      {...wiring}
      {...rest}
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={event => onChange(event.target.value)}
      className={mono ? 'control font-mono text-sm' : 'control'}
    />
  )
}
