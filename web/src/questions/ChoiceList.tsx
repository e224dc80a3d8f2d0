/** Cards to choose one or several of, large enough for a finger. */
import { useId } from 'react'
import { cn } from '@/ui/cn'

export interface Option {
  id: string
  label: string
  help?: string
}

interface Props {
  options: Option[]
  chosen: string[]
  several?: boolean
  large?: boolean
  /** Two short ones beside each other. */
  pair?: boolean
  onToggle: (id: string) => void
}

/** Stands in a field set, whose legend names it. */
export function ChoiceList({ options, chosen, several, large, pair, onToggle }: Props) {
  const name = useId()
  return (
    <div className={cn('grid', large ? 'gap-2' : 'gap-1.5', pair && 'grid-cols-2')}>
      {options.map(option => {
        const isChosen = chosen.includes(option.id)
        return (
          <label
            key={option.id}
            className={cn(
              'flex cursor-pointer items-start rounded-lg border transition-colors focus-within:outline-2 focus-within:outline-focus',
              large ? 'min-h-12 gap-3 px-3.5 py-3' : 'min-h-9 gap-2.5 px-2.5 py-1.5 text-sm',
              isChosen
                ? 'border-accent bg-accent-soft shadow-[inset_0_0_0_1px_var(--accent)]'
                : 'border-line-strong/70 bg-raised hover:border-line-strong',
            )}
          >
            <input
              type={several ? 'checkbox' : 'radio'}
              name={name}
              checked={isChosen}
              aria-labelledby={`${name}-${option.id}-label`}
              aria-describedby={option.help ? `${name}-${option.id}` : undefined}
              onChange={() => onToggle(option.id)}
              className={cn('mt-0.5 shrink-0 accent-accent outline-none', large ? 'size-5' : 'size-4')}
            />
            <span className="min-w-0">
              <span id={`${name}-${option.id}-label`} className={cn('block', large && 'font-medium')}>
                {option.label}
              </span>
              {option.help && (
                <span id={`${name}-${option.id}`} className="block text-ink-soft text-sm">
                  {option.help}
                </span>
              )}
            </span>
          </label>
        )
      })}
    </div>
  )
}
