/** On the page of a rule: what it looks for, what happens then, and what kept it from doing so. */

import { isRef, type Ref, useModel } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { Section } from '@/resource/detail/Section'
import { Callout } from '@/ui/Callout'
import { Code } from '@/ui/Code'
import { Moment } from '@/ui/Moment'
import type { DetailProps } from '..'
import type { Rule } from './api'

export default function RuleAbove({ row }: DetailProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const model = useModel()
  const rule = row as Rule
  const kind = model.resources[rule.resource]
  const folder = isRef(row.folder) ? row.folder.str : ''
  const owners = ((row.owner as Ref[] | null) ?? []).map(one => one.str).join(', ')
  const action = String(row.action)
  const days = row.due_in_days as number | null
  return (
    <>
      {rule.last_error && (
        <Callout tone="warn" title={t('rules.trouble')}>
          {rule.last_error}
        </Callout>
      )}
      {!rule.is_active && <Callout>{t('rules.off')}</Callout>}
      <Section title={t('rules.says')}>
        <div className="flex flex-col gap-2.5 pt-1">
          <p className="text-pretty">
            {t('rules.watches', {
              kind: (kind ? labels.plural(kind) : rule.resource).toLowerCase(),
              domain: folder,
            })}
          </p>
          <Code text={rule.expression} label={t('rules.expression')} copy={rule.expression} />
          <p className="text-pretty text-ink-soft">
            {t(owners ? `rules.does.${action}` : `rules.doesAlone.${action}`, { owners })}
            {days !== null && days !== undefined && ` ${t('rules.dueThen', { count: days })}`}
          </p>
          <p className="text-ink-soft text-sm">
            {rule.last_run_at ? (
              <>
                {t('rules.lastRun')} <Moment at={rule.last_run_at} />
                {(rule.failures ?? 0) > 0 && ` · ${t('rules.failed', { count: rule.failures ?? 0 })}`}
              </>
            ) : (
              t('rules.neverRun')
            )}
          </p>
        </div>
      </Section>
    </>
  )
}
