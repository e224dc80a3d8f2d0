/** One question: its words, the control for its type, and what has become of the answer. */
import { useId } from 'react'
import { useTranslation } from '@/i18n/react'
import { Text } from '@/pages/requirements/Text'
import { cn } from '@/ui/cn'
import { hasChoices, type Question } from './api'
import { Choices } from './Choices'
import { DateAnswer, NumberAnswer, TextAnswer } from './PlainAnswer'
import { Problem } from './Problem'
import { type Entry, flush, type Given } from './saver'
import { useAnswerWords } from './useAnswerWords'

interface Props {
  question: Question
  row: string
  given: Given
  entry?: Entry
  editable: boolean
  large?: boolean
  onAnswer: (given: Given, now?: boolean) => void
}

const PLAIN = { text: TextAnswer, number: NumberAnswer, date: DateAnswer }

export function QuestionField({ question, row, given, entry, editable, large, onAnswer }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const words = question.text ?? question.urn
  const help = question.annotation && (
    <div id={`${id}-help`} className={cn('text-ink-soft', !large && 'text-sm')}>
      <Text text={question.annotation} />
    </div>
  )
  const theirs = useAnswerWords(question, entry?.theirs ?? null)
  const problem = entry && <Problem entry={entry} theirs={theirs} />
  const face = cn('font-medium', large ? 'text-lg leading-snug' : 'text-sm')
  const describedBy = question.annotation ? `${id}-help` : undefined
  if (!editable)
    return (
      <div className="flex flex-col gap-1">
        <p className={face}>{words}</p>
        {help}
        <Told question={question} given={given} />
      </div>
    )
  if (question.type === 'boolean' || hasChoices(question.type))
    return (
      <fieldset aria-describedby={describedBy} className="flex min-w-0 flex-col gap-1.5">
        <legend className={cn(face, 'mb-1')}>
          {words}
          {question.type === 'multiple_choice' && (
            <span className="ml-2 font-normal text-ink-soft text-sm">{t('questions.several')}</span>
          )}
        </legend>
        {help}
        <Choices question={question} given={given} large={large} onAnswer={onAnswer} />
        {problem}
      </fieldset>
    )
  const Plain = PLAIN[question.type as keyof typeof PLAIN] ?? TextAnswer
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className={cn(face, 'w-fit')}>
        {words}
      </label>
      {help}
      <Plain
        id={id}
        given={given}
        large={large}
        describedBy={describedBy}
        onAnswer={onAnswer}
        onBlur={() => flush(row)}
      />
      {problem}
    </div>
  )
}

/** An answer to read. */
function Told({ question, given }: { question: Question; given: Given }) {
  const words = useAnswerWords(question, given)
  return <p className={cn('whitespace-pre-wrap text-sm', given === null && 'text-ink-faint')}>{words}</p>
}
