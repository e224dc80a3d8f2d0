/** The questions that an audit asks about a requirement, with the answers to choose and what they lead to. */
import { Plus, Trash2, X } from 'lucide-react'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { ChoiceField, NumberField, TextField } from './fields'
import { type Choice, type DraftNode, type Question, withFields } from './model/content'
import { freshUrn } from './model/names'

const TYPES = ['unique_choice', 'multiple_choice', 'boolean', 'text', 'number', 'date']
const RESULTS = ['compliant', 'partially_compliant', 'non_compliant', 'not_applicable']
const hasChoices = (question: Question) => question.type.endsWith('_choice')

interface Props {
  node: DraftNode
  onChange: (questions: Question[]) => void
}

export function QuestionsEditor({ node, onChange }: Props) {
  const { t } = useTranslation()
  const questions = node.questions ?? []
  const put = (at: number, fields: Partial<Question>) =>
    onChange(questions.map((one, place) => (place === at ? withFields(one, fields) : one)))
  const add = () => {
    const urn = freshUrn(
      `${node.urn}:question:`,
      questions.map(one => one.urn),
    )
    onChange([...questions, { urn, type: 'unique_choice', text: '', choices: [] }])
  }
  return (
    <section
      aria-label={t('framework.questionsTitle')}
      className="flex flex-col gap-3 border-line border-t pt-3"
    >
      <div className="flex min-h-7 items-center justify-between">
        <h3 className="text-base">{t('framework.questionsTitle')}</h3>
        <Button look="quiet" size="sm" icon={<Plus size={14} aria-hidden />} onClick={add}>
          {t('draft.questions.add')}
        </Button>
      </div>
      {questions.length === 0 && <p className="text-ink-soft text-sm">{t('draft.questions.none')}</p>}
      {questions.map((question, at) => (
        <div key={question.urn} className="flex flex-col gap-2 rounded-lg border border-line p-3">
          <div className="flex items-start gap-1.5">
            <TextField
              bare
              required
              label={t('draft.questions.text', { number: at + 1 })}
              placeholder={t('draft.questions.textHint')}
              value={question.text ?? ''}
              onSave={text => put(at, { text })}
              className="grow"
            />
            <Button
              look="quiet"
              icon={<Trash2 size={15} />}
              label={t('draft.questions.remove', { number: at + 1 })}
              onClick={() => onChange(questions.filter((_, place) => place !== at))}
            />
          </div>
          <ChoiceField
            bare
            label={t('draft.questions.type', { number: at + 1 })}
            value={question.type}
            options={TYPES.map(type => [type, t(`framework.answers.${type}`)])}
            onChange={type => put(at, { type, ...(!type.endsWith('_choice') && { choices: [] }) })}
          />
          {hasChoices(question) && (
            <Choices
              number={at + 1}
              urn={question.urn}
              choices={question.choices ?? []}
              onChange={choices => put(at, { choices })}
            />
          )}
        </div>
      ))}
    </section>
  )
}

interface ChoicesProps {
  number: number
  /** Of the question. */
  urn: string
  choices: Choice[]
  onChange: (choices: Choice[]) => void
}

function Choices({ number, urn, choices, onChange }: ChoicesProps) {
  const { t } = useTranslation()
  const put = (at: number, fields: Partial<Choice>) =>
    onChange(choices.map((one, place) => (place === at ? withFields(one, fields) : one)))
  const add = () => {
    const fresh = freshUrn(
      `${urn}:choice:`,
      choices.map(one => one.urn),
    )
    onChange([...choices, { urn: fresh, value: t('draft.questions.answer', { number: choices.length + 1 }) }])
  }
  return (
    <ul className="flex flex-col gap-2">
      {choices.map((choice, at) => {
        const of = { question: number, number: at + 1 }
        return (
          <li
            key={choice.urn}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-1.5 border-line border-l-2 pl-2.5"
          >
            <TextField
              bare
              required
              label={t('draft.questions.choice', of)}
              value={choice.value ?? ''}
              onSave={value => put(at, { value })}
            />
            <Button
              look="quiet"
              icon={<X size={15} />}
              label={t('draft.questions.removeChoice', of)}
              onClick={() => onChange(choices.filter((_, place) => place !== at))}
            />
            <div className="col-span-2 grid grid-cols-[minmax(0,1fr)_6rem] gap-1.5">
              <ChoiceField
                bare
                className="text-sm"
                label={t('draft.questions.leadsTo', of)}
                value={typeof choice.compute_result === 'string' ? choice.compute_result : ''}
                options={[
                  ['', t('draft.questions.noResult')],
                  ...RESULTS.map((one): [string, string] => [one, t(`framework.results.${one}`)]),
                ]}
                onChange={compute_result => put(at, { compute_result })}
              />
              <NumberField
                bare
                className="text-sm"
                placeholder={t('draft.questions.points')}
                label={t('draft.questions.score', of)}
                value={choice.add_score}
                onSave={add_score => put(at, { add_score })}
              />
            </div>
          </li>
        )
      })}
      <li>
        <Button look="quiet" size="sm" icon={<Plus size={14} aria-hidden />} onClick={add}>
          {t('draft.questions.addChoice')}
        </Button>
      </li>
    </ul>
  )
}
