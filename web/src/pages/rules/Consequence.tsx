/** What happens when a match opens, with what that needs. */
import type { ReactNode } from 'react'
import { field, type Resource, useModel } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { Control } from '@/resource/form/Control'
import { ChoiceCards } from '@/ui/ChoiceCards'
import { FormField, useWiring } from '@/ui/Field'
import { type Action, makesWork, type Values } from './ruleValues'

const ACTIONS: Action[] = ['note', 'notification', 'task', 'finding']

interface Props {
  resource: Resource
  values: Values
  errors: Record<string, string[]>
  set: (part: Partial<Values>) => void
  control: (name: keyof Values, help?: string) => ReactNode
}

export function Consequence({ resource, values, errors, set, control }: Props) {
  const { t } = useTranslation()
  const labels = useLabels()
  const model = useModel()
  const reviews = field(resource, 'findings_assessment')
  const isOffered = (action: Action) =>
    action !== 'finding' || !!(reviews && model.resources['findings-assessments'])
  return (
    <section className="flex flex-col gap-4 border-line border-t pt-5">
      <h2 className="text-base">{t('rules.then')}</h2>
      <ChoiceCards
        label={t('rules.then')}
        value={values.action}
        onChange={action => set({ action })}
        choices={ACTIONS.filter(isOffered).map(value => ({
          value,
          label: t(`rules.actions.${value}`),
          help: t(`rules.actionHelp.${value}`),
        }))}
      />
      {control('owner', t(`rules.ownerHelp.${values.action}`))}
      {values.action === 'finding' && reviews && (
        <FormField
          label={labels.field(resource, reviews)}
          help={t('rules.reviewHelp')}
          errors={errors.findings_assessment}
          required
        >
          <Control
            resource={resource}
            field={reviews}
            value={values.findings_assessment}
            onChange={value => set({ findings_assessment: value as string | null })}
          />
        </FormField>
      )}
      {makesWork(values.action) && (
        <FormField label={t('rules.due')} help={t('rules.dueHelp')} errors={errors.due_in_days}>
          <Days value={values.due_in_days} onChange={due_in_days => set({ due_in_days })} />
        </FormField>
      )}
    </section>
  )
}

function Days({ value, onChange }: { value: string; onChange: (days: string) => void }) {
  const { t } = useTranslation()
  return (
    <div className="flex items-center gap-2">
      <input
        {...useWiring()}
        type="number"
        inputMode="numeric"
        min={0}
        max={3650}
        autoComplete="off"
        placeholder={t('rules.noDue')}
        className="control max-w-32"
        value={value}
        onChange={event => onChange(event.target.value)}
      />
      <span className="text-ink-soft">{t('rules.daysLater')}</span>
    </div>
  )
}
