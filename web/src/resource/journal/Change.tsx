/** One field of a change: before and after, or what was added to and removed from a relation. */
import { type ReactNode, Suspense } from 'react'
import type { Ref, Resource } from '@/api/model'
import { formatNumber } from '@/i18n/format'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { overrides } from '@/pages'
import { asText, isEmpty, Nothing, plain, Value } from '../value/Value'
import type { FieldChange } from './entry'
import { parted } from './parts'

/** The name of a field, also of one that no answer shows, such as a secret. */
export function useFieldName(resource: Resource | undefined) {
  const labels = useLabels()
  return (change: { field: string; label: string }) => {
    const field =
      resource?.fields.find(field => field.name === change.field) ??
      resource?.computed.find(field => field.name === change.field)
    // A part of a structured value has its words already.
    if (!resource || (!field && change.field.includes('.'))) return change.label
    return labels.field(resource, field ?? { name: change.field, label: change.label })
  }
}

/** A part of a structured value; settings have names of their own. */
export function usePartName() {
  const { t } = useTranslation()
  const labels = useLabels()
  return (part: string) =>
    t([`flags.list.${part}.name`, `general.list.${part}.name`], { defaultValue: labels.part(part) })
}

interface Props {
  /** Unknown when the person may not see the resource any more. */
  resource: Resource | undefined
  change: FieldChange
  /** The object that changed, where it is known: some values are told by what belongs to it. */
  id?: string
  /** Only the new or only the old value: something was created or deleted. */
  only?: 'before' | 'after'
}

export function Change({ resource, change, id, only }: Props) {
  const { t } = useTranslation()
  const name = useFieldName(resource)
  const field = resource?.fields.find(field => field.name === change.field)
  const Own = overrides[resource?.path ?? '']?.values?.[change.field]
  const show = (value: unknown): ReactNode => {
    if (isEmpty(value)) return <Nothing />
    if (typeof value === 'boolean' && !field) return t(value ? 'common.yes' : 'common.no')
    if (typeof value === 'number' && !field?.choices) {
      const number = <span className="tabular">{formatNumber(value)}</span>
      return Own && id ? (
        <Suspense fallback={number}>
          <Own id={id} name={change.field} value={value} />
        </Suspense>
      ) : (
        number
      )
    }
    if (resource && field && field.kind !== 'markdown')
      return <Value resource={resource} field={field} value={value} />
    return plain(asText(value))
  }
  const names = (refs: Ref[]) => refs.map(ref => ref.str).join(', ')
  return (
    <div className="grid gap-x-3 sm:grid-cols-[10rem_1fr]">
      <dt className="text-ink-soft">{name(change)}</dt>
      <dd className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 break-words">
        {change.added || change.removed ? (
          <>
            {!!change.added?.length && (
              <ins className="rounded-sm bg-good-soft px-1 text-good no-underline">
                {t('history.added', { names: names(change.added) })}
              </ins>
            )}
            {!!change.removed?.length && (
              <del className="rounded-sm bg-bad-soft px-1 text-bad no-underline">
                {t('history.removed', { names: names(change.removed) })}
              </del>
            )}
          </>
        ) : only ? (
          show(change[only])
        ) : (
          <>
            <del className="min-w-0 text-ink-soft no-underline">{show(change.before)}</del>
            <span className="text-ink-faint">
              <span aria-hidden>→</span>
              <span className="sr-only">{t('history.became')}</span>
            </span>
            <ins className="min-w-0 no-underline">{show(change.after)}</ins>
          </>
        )}
      </dd>
    </div>
  )
}

const isTold = (change: FieldChange, only?: 'before' | 'after') =>
  change.added || change.removed
    ? !!change.added?.length || !!change.removed?.length
    : !only || (!isEmpty(change[only]) && change[only] !== '--')

/** All fields of a change; of what was made or deleted, those that say something. */
export function Changes({
  resource,
  id,
  kind,
  changes,
}: {
  resource?: Resource
  id?: string
  kind: string
  changes: FieldChange[]
}) {
  const only = kind === 'created' ? 'after' : kind === 'deleted' ? 'before' : undefined
  const told = parted(changes, usePartName()).filter(change => isTold(change, only))
  if (told.length === 0) return null
  return (
    <dl className="grid gap-1.5">
      {told.map(change => (
        <Change key={change.field} resource={resource} id={id} change={change} only={only} />
      ))}
    </dl>
  )
}
