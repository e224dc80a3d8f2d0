/**
 * The questions about a requirement with their answers, saved while they are given:
 *
 *   const Questions = lazy(withWords('questions', () => import('@/questions/Questions')))
 *   <Questions node={node.id} row={node.ra_id} editable={editable} />
 *
 * Shows nothing where the requirement has no questions.
 */
import { useTranslation } from '@/i18n/react'
import { LeaveGuard } from '@/shell/LeaveGuard'
import { Failed, Skeleton } from '@/ui/States'
import { QuestionField } from './QuestionField'
import { SavingSign } from './SavingSign'
import { isUnsaved } from './saver'
import { useAnswers } from './useAnswers'

interface Props {
  /** The requirement of the framework. */
  node: string
  /** Its row in the audit. */
  row: string
  editable: boolean
  /** For fingers: taller targets, larger text. */
  large?: boolean
  /** The page has a heading and a sign of its own. */
  bare?: boolean
}

export default function Questions({ node, row, editable, large, bare }: Props) {
  const { t } = useTranslation()
  const answers = useAnswers(node, row)
  if (answers.pending) return <Skeleton className="h-24 w-full" />
  if (answers.error) return <Failed error={answers.error} retry={answers.retry} />
  if (answers.questions.length === 0) return null
  const { asked, answered } = answers
  return (
    <section aria-label={t('questions.title')} className={bare ? undefined : 'py-3'}>
      {!bare && (
        <div className="flex min-h-7 items-center gap-2 pb-1.5">
          <h3 className="font-semibold text-sm">{t('questions.title')}</h3>
          <span className="tabular text-ink-soft text-xs">
            {t('questions.answered', { some: answered, all: asked.length })}
          </span>
          <span className="ml-auto">
            <SavingSign row={row} />
          </span>
        </div>
      )}
      {asked.length === 0 && <p className="text-ink-soft text-sm">{t('questions.noneAsked')}</p>}
      <div className={large ? 'flex flex-col gap-7' : 'flex flex-col gap-4'}>
        {asked.map(question => (
          <QuestionField
            key={question.id}
            question={question}
            row={row}
            given={answers.given(question)}
            entry={answers.entry(question)}
            editable={editable}
            large={large}
            onAnswer={(given, now) => answers.set(question, given, now)}
          />
        ))}
      </div>
      {editable && <LeaveGuard isDirty={isUnsaved} />}
    </section>
  )
}
