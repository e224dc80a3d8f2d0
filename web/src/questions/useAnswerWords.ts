import { formatDate, formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import type { Question } from './api'
import type { Given } from './saver'

/** An answer in words. */
export function useAnswerWords(question: Question, given: Given): string {
  const { t } = useTranslation()
  if (given === null) return t('questions.unanswered')
  if (Array.isArray(given))
    return question.choices
      .filter(choice => given.includes(choice.id))
      .map(choice => choice.value ?? choice.urn)
      .join(', ')
  if (typeof given === 'boolean') return t(given ? 'common.yes' : 'common.no')
  if (typeof given === 'number') return formatNumber(given)
  return question.type === 'date' ? formatDate(given) : given
}
