/** Answers to choose from: one of them, or several. */
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '@/ui/cn'
import type { Given, Question } from './api'

interface Props {
  question: Question
  given: Given
  large?: boolean
  onAnswer: (given: Given, now?: boolean) => void
}

interface Option {
  id: string
  label: string
  help?: string
}

export function Choices({ question, given, large, onAnswer }: Props) {
  const { t } = useTranslation()
  const name = useId()
  const several = question.type === 'multiple_choice'
  const isBoolean = question.type === 'boolean'
  const options: Option[] = isBoolean
    ? [
        { id: 'true', label: t('common.yes') },
        { id: 'false', label: t('common.no') },
      ]
    : question.choices.map(choice => ({
        id: choice.id,
        label: choice.value ?? choice.urn,
        help: [choice.description, choice.annotation].filter(Boolean).join(' '),
      }))
  const chosen = isBoolean ? (given === null ? [] : [String(given)]) : Array.isArray(given) ? given : []
  const toggle = (id: string) => {
    if (isBoolean) return onAnswer(id === 'true', true)
    if (!several) return onAnswer([id], true)
    // In the order of the question, whatever was clicked first.
    const now = options.map(one => one.id).filter(one => (one === id) !== chosen.includes(one))
    onAnswer(now.length > 0 ? now : null, true)
  }
  return (
    <>
      <div className={cn('grid', large ? 'gap-2' : 'gap-1.5', isBoolean && 'grid-cols-2')}>
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
                aria-describedby={option.help ? `${name}-${option.id}` : undefined}
                aria-labelledby={`${name}-${option.id}-label`}
                onChange={() => toggle(option.id)}
                className={cn(
                  'shrink-0 accent-accent outline-none',
                  large ? 'mt-0.5 size-5' : 'mt-0.5 size-4',
                )}
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
      {!several && chosen.length > 0 && (
        <button
          type="button"
          onClick={() => onAnswer(null, true)}
          className={cn(
            'w-fit rounded-sm text-ink-soft text-sm underline underline-offset-3 hover:text-ink',
            large && 'py-2.5',
          )}
        >
          {t('questions.clear')}
        </button>
      )}
    </>
  )
}
