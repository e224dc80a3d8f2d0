/** In the side column: labels and short values. Empty ones are behind one quiet button. */
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { Resource, Row } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'
import { type Column, isField } from '../columns'
import { differs } from '../past/difference'
import { Marked } from '../past/Marked'
import { levelOf, priorityOf } from '../value/level'
import { tone } from '../value/tone'
import { Value } from '../value/Value'
import { type Group, isBlank } from './arrange'
import { Editable } from './Editable'

interface Props {
  resource: Resource
  row: Row
  now?: Row | null
  groups: Group[]
  /** They are the main content: never collapsed. */
  alone?: boolean
}

export function Properties({ resource, row, now, groups, alone }: Props) {
  const { t } = useTranslation()
  const labels = useLabels()
  const [all, setAll] = useState(false)
  const [open, setOpen] = useState(false)
  const empty = (field: Column) => isBlank(row[field.name]) && !differs(field, row, now)
  const count = groups.flatMap(group => group.fields).filter(empty).length
  const shown = groups
    .map(group => ({ ...group, fields: all ? group.fields : group.fields.filter(field => !empty(field)) }))
    .filter(group => group.fields.length > 0)
  if (shown.length === 0 && count === 0) return null
  return (
    <section aria-labelledby="properties">
      <h2 id="properties" className="text-base">
        <span className={alone ? undefined : 'hidden @4xl:inline'}>{t('detail.properties')}</span>
        {/* Where there is one column only, they fold under the header. */}
        {!alone && (
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="flex min-h-9 w-full items-center justify-between gap-2 @4xl:hidden"
          >
            {t('detail.properties')}
            <ChevronDown size={16} aria-hidden className={cn('transition-transform', open && 'rotate-180')} />
          </button>
        )}
      </h2>
      <div className={cn('mt-2 flex-col gap-4 @4xl:flex', open || alone ? 'flex' : 'hidden')}>
        {shown.map(group => (
          <div key={group.topic ?? ''}>
            {group.topic && <h3 className="mb-1.5 text-ink-soft text-sm">{labels.topic(group.topic)}</h3>}
            <dl className="flex flex-col gap-1 text-sm">
              {group.fields.map(field => (
                <div
                  key={field.name}
                  data-property={field.name}
                  className="grid min-h-7 grid-cols-[clamp(4.75rem,38%,6.75rem)_minmax(0,1fr)] items-start gap-x-3"
                >
                  <dt className="py-0.5 text-ink-soft" title={labels.help(resource, field) || undefined}>
                    {labels.field(resource, field)}
                  </dt>
                  <dd className="min-w-0 break-words py-0.5">
                    <Marked resource={resource} field={field} row={row} now={now}>
                      <Editable resource={resource} row={row} field={field}>
                        <PropertyValue resource={resource} field={field} value={row[field.name]} />
                      </Editable>
                    </Marked>
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        ))}
        {count > 0 && (
          <button
            type="button"
            data-no-print
            aria-expanded={all}
            onClick={() => setAll(!all)}
            className="-mx-1 self-start rounded-sm px-1 font-medium text-ink-soft text-sm hover:text-ink"
          >
            {all ? t('detail.hideEmpty') : t('detail.showEmpty', { count })}
          </button>
        )}
      </div>
    </section>
  )
}

/** A choice that neither warns nor praises is a word like any other here. */
function PropertyValue({ resource, field, value }: { resource: Resource; field: Column; value: unknown }) {
  const labels = useLabels()
  const choice = isField(field) ? field.choices?.find(one => one.key === value) : undefined
  const isPlain =
    choice &&
    choice.key !== '--' &&
    !levelOf(field, choice) &&
    !priorityOf(field, choice) &&
    tone(choice.key, choice.label) === 'neutral'
  return isPlain ? (
    labels.choice(resource, field, choice)
  ) : (
    // A moment by how long ago it was; there is little room.
    <Value
      resource={resource}
      field={field}
      value={value}
      short={isField(field) && field.kind === 'datetime'}
    />
  )
}
