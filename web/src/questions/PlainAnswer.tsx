/** Answers that are typed: text, a number, a day. */
import { useState } from 'react'
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'
import type { Given } from './saver'

interface Props {
  id: string
  given: Given
  large?: boolean
  describedBy?: string
  onAnswer: (given: Given, now?: boolean) => void
  onBlur: () => void
}

const look = (large?: boolean) => cn('control', large && 'min-h-12 px-3.5 text-lg')

export function TextAnswer({ id, given, large, describedBy, onAnswer, onBlur }: Props) {
  return (
    <textarea
      id={id}
      rows={large ? 3 : 2}
      aria-describedby={describedBy}
      value={typeof given === 'string' ? given : ''}
      onChange={event => onAnswer(event.target.value === '' ? null : event.target.value)}
      onBlur={onBlur}
      className={cn(look(large), 'field-sizing-content max-h-96 resize-y', large && 'py-3')}
    />
  )
}

const numberIn = (text: string) => {
  const plain = text.replaceAll(/[\s\u00a0\u202f]/g, '').replace(',', '.')
  return plain === '' ? null : Number(plain)
}

/** As it is typed; decimals may follow a point or a comma. */
export function NumberAnswer({ id, given, large, describedBy, onAnswer, onBlur }: Props) {
  const { t } = useTranslation()
  const [text, setText] = useState(given === null ? '' : String(given))
  const number = numberIn(text)
  const isWrong = number !== null && !Number.isFinite(number)
  // Someone else's answer, or one that was taken back.
  const [seen, setSeen] = useState(given)
  if (seen !== given) {
    setSeen(given)
    if (number !== given && !isWrong) setText(given === null ? '' : String(given))
  }
  return (
    <>
      <input
        id={id}
        inputMode="decimal"
        autoComplete="off"
        aria-invalid={isWrong || undefined}
        aria-describedby={[isWrong && `${id}-error`, describedBy].filter(Boolean).join(' ') || undefined}
        value={text}
        onChange={event => {
          setText(event.target.value)
          const now = numberIn(event.target.value)
          if (now === null || Number.isFinite(now)) onAnswer(now)
        }}
        onBlur={onBlur}
        className={cn(look(large), 'tabular', !large && 'max-w-56')}
      />
      {isWrong && (
        <p id={`${id}-error`} role="alert" className="text-bad text-sm">
          {t('questions.notANumber')}
        </p>
      )}
    </>
  )
}

/** A year that is still being typed is none yet. */
const isDay = (text: string) => /^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)

export function DateAnswer({ id, given, large, describedBy, onAnswer, onBlur }: Props) {
  const shown = typeof given === 'string' ? given : ''
  const [day, setDay] = useState(shown)
  const [seen, setSeen] = useState(shown)
  if (seen !== shown) {
    setSeen(shown)
    setDay(shown)
  }
  return (
    <input
      id={id}
      type="date"
      max="9999-12-31"
      aria-describedby={describedBy}
      value={day}
      onChange={event => {
        const now = event.target.value
        setDay(now)
        if (now === '' || isDay(now)) onAnswer(now || null)
      }}
      onBlur={onBlur}
      className={cn(look(large), !large && 'max-w-56')}
    />
  )
}
