/** The fields of an object in groups, and what is calculated from them. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Field, Resource, Row } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import { Button } from '@/ui/Button'
import { cn } from '@/ui/cn'
import { type Column, groups, nameField } from '../columns'
import { isEmpty, Value } from '../value/Value'

const RECORD = new Set(['created_at', 'updated_at', 'id'])
const WIDE = new Set(['markdown', 'json', 'many', 'translations'])

export function Fields({ resource, row }: { resource: Resource; row: Row }) {
  const { t } = useTranslation()
  const name = nameField(resource)
  const [all, setAll] = useState(false)
  // The title says the name already; a column of dashes would only be noise.
  const known = resource.fields.filter(
    field => field.name !== name && field.name !== 'ref_id' && !field.write_only && !RECORD.has(field.name),
  )
  const empty = known.filter(field => isEmpty(row[field.name]) || row[field.name] === '--')
  const shown = all ? known : known.filter(field => !empty.includes(field))
  const computed = resource.computed.filter(field => field.name !== 'str' && !isEmpty(row[field.name]))
  const record = resource.fields.filter(field => RECORD.has(field.name))
  return (
    <div className="grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_19rem]">
      <div className="flex min-w-0 flex-col gap-8">
        {groups(shown)
          .filter(group => group.name !== 'options')
          .map(group => (
            <Group
              key={group.name}
              title={t(`groups.${group.name}`)}
              resource={resource}
              row={row}
              fields={group.fields}
            />
          ))}
        {empty.length > 0 && (
          <Button look="quiet" size="sm" className="self-start" data-no-print onClick={() => setAll(!all)}>
            {all ? t('detail.hideEmpty') : t('detail.showEmpty', { count: empty.length })}
          </Button>
        )}
      </div>
      <aside className="flex min-w-0 flex-col gap-8">
        {computed.length > 0 && (
          <Group title={t('detail.calculated')} resource={resource} row={row} fields={computed} narrow />
        )}
        {groups(shown)
          .filter(group => group.name === 'options')
          .map(group => (
            <Group
              key={group.name}
              title={t('groups.options')}
              resource={resource}
              row={row}
              fields={group.fields}
              narrow
            />
          ))}
        <Group title={t('detail.record')} resource={resource} row={row} fields={record} narrow />
      </aside>
    </div>
  )
}

interface GroupProps {
  title: string
  resource: Resource
  row: Row
  fields: Column[]
  narrow?: boolean
}

function Group({ title, resource, row, fields, narrow }: GroupProps) {
  const labels = useLabels()
  return (
    <section>
      <h2 className="mb-3 border-line border-b pb-1.5 font-semibold text-base">{title}</h2>
      <dl className={cn('grid gap-x-8 gap-y-4', !narrow && 'sm:grid-cols-2')}>
        {fields.map(field => (
          <div
            key={field.name}
            className={cn('min-w-0', !narrow && WIDE.has((field as Field).kind) && 'sm:col-span-2')}
          >
            <dt className="mb-0.5 text-ink-soft text-sm">{labels.field(resource, field)}</dt>
            <dd className={cn('min-w-0 break-words', field.name === 'id' && 'font-mono text-xs')}>
              <Value resource={resource} field={field} value={row[field.name]} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
