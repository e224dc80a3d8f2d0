/** One field of a change: before and after, or what was added to a relation and taken from it. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Ref, Resource } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import { plain, Value } from '../value/Value'

export interface FieldChange {
  field: string
  label: string
  before?: unknown
  after?: unknown
  added?: Ref[] | null
  removed?: Ref[] | null
}

export function Change({ resource, change }: { resource: Resource; change: FieldChange }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const field = resource.fields.find(field => field.name === change.field)
  const show = (value: unknown): ReactNode =>
    field && field.kind !== 'markdown' ? (
      <Value resource={resource} field={field} value={value} />
    ) : (
      plain(String(value ?? '')) || '—'
    )
  const names = (refs: Ref[]) => refs.map(ref => ref.str).join(', ')
  return (
    <div className="grid gap-x-3 sm:grid-cols-[11rem_1fr]">
      <dt className="text-ink-soft">{field ? labels.field(resource, field) : change.label}</dt>
      <dd className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 break-words">
        {change.added || change.removed ? (
          <>
            {!!change.added?.length && (
              <ins className="no-underline">{t('history.added', { names: names(change.added) })}</ins>
            )}
            {!!change.removed?.length && (
              <del className="text-ink-soft no-underline">
                {t('history.removed', { names: names(change.removed) })}
              </del>
            )}
          </>
        ) : (
          <>
            <del className="text-ink-soft no-underline">{show(change.before)}</del>
            <span aria-hidden className="text-ink-faint">
              →
            </span>
            <ins className="no-underline">{show(change.after)}</ins>
          </>
        )}
      </dd>
    </div>
  )
}
