/** One of a few, each with a line that says what it means. */
import { type ReactNode, useId } from 'react'
import { cn } from './cn'

export interface Choice<T extends string> {
  value: T
  label: string
  help?: ReactNode
  badge?: ReactNode
  /** Shown, and cannot be taken. */
  disabled?: boolean
}

interface Props<T extends string> {
  label: string
  value: T
  choices: Choice<T>[]
  onChange: (value: T) => void
  columns?: 2 | 3
  disabled?: boolean
}

export function ChoiceCards<T extends string>({
  label,
  value,
  choices,
  onChange,
  columns = 2,
  disabled,
}: Props<T>) {
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={cn('grid gap-2.5', columns === 3 ? 'md:grid-cols-3' : 'sm:grid-cols-2')}
    >
      {choices.map(choice => {
        const chosen = choice.value === value
        const off = disabled || choice.disabled
        return (
          <label
            key={choice.value}
            className={cn(
              'flex gap-2.5 rounded-lg border p-3.5 transition-colors focus-within:outline-2 focus-within:outline-focus',
              chosen ? 'border-accent bg-accent-soft' : 'border-line bg-raised',
              !off && !chosen && 'hover:border-line-strong',
              off ? 'cursor-default' : 'cursor-pointer',
            )}
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={chosen}
              disabled={off}
              aria-labelledby={`${name}-${choice.value}`}
              aria-describedby={choice.help ? `${name}-${choice.value}-help` : undefined}
              onChange={() => onChange(choice.value)}
              className="mt-0.75 size-4 shrink-0 accent-accent outline-none"
            />
            <span className="min-w-0">
              <span
                id={`${name}-${choice.value}`}
                className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium"
              >
                {choice.label}
                {choice.badge}
              </span>
              {choice.help && (
                <span id={`${name}-${choice.value}-help`} className="mt-0.5 block text-ink-soft text-sm">
                  {choice.help}
                </span>
              )}
            </span>
          </label>
        )
      })}
    </div>
  )
}
