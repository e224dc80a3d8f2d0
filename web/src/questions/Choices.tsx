/** Answers to choose from: one of them, or several. */
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'
import type { Question } from './api'
import { ChoiceList, type Option } from './ChoiceList'
import type { Given } from './saver'

interface Props {
  question: Question
  given: Given
  large?: boolean
  onAnswer: (given: Given, now?: boolean) => void
}

export function Choices({ question, given, large, onAnswer }: Props) {
  const { t } = useTranslation()
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
      <ChoiceList
        options={options}
        chosen={chosen}
        several={several}
        large={large}
        pair={isBoolean}
        onToggle={toggle}
      />
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
