/**
 * The fields of an object. What says how things stand comes first and together; then texts, relations
 * and details; beside them what is calculated, switched and recorded.
 */
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Field, Resource, Row } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import { Button } from '@/ui/Button'
import { cn } from '@/ui/cn'
import { type Column, type FieldGroup, groups, isField, nameField, topics } from '../columns'
import { differs } from '../past/difference'
import { Marked } from '../past/Marked'
import { isEmpty, Value } from '../value/Value'
import { isTable, telling } from '../value/ValueTable'

const RECORD = new Set(['created_at', 'updated_at', 'id'])
const FACTS = new Set(['choice', 'integer', 'decimal', 'date', 'datetime'])
const WIDE = new Set(['markdown', 'json', 'many', 'translations'])

const isBlank = (value: unknown) => isEmpty(value) || value === '--'
const isFact = (field: Field) => FACTS.has(field.kind) || field.name === 'folder' || field.name === 'owner'

interface Props {
  resource: Resource
  row: Row
  /** How the object is now, when it is looked at as it was. */
  now?: Row | null
  /** Names of what is shown elsewhere on the page. */
  without?: string[]
  /** Stands under the fields. */
  children?: ReactNode
}

export function Fields({ resource, row, now, without = [], children }: Props) {
  const { t } = useTranslation()
  const labels = useLabels()
  const name = nameField(resource)
  const [all, setAll] = useState(false)
  // The title says the name already; a column of dashes would only be noise.
  const known = resource.fields.filter(
    field =>
      field.name !== name &&
      field.name !== 'ref_id' &&
      !field.write_only &&
      !RECORD.has(field.name) &&
      !without.includes(field.name),
  )
  const empty = known.filter(field => isBlank(row[field.name]) && !differs(field, row, now))
  const shown = all ? known : known.filter(field => !empty.includes(field))
  const apart = topics(resource.fields)
  const isApart = (field: Field) => [...apart].some(topic => field.name.startsWith(`${topic}_`))
  const facts = shown.filter(field => isFact(field) && !isApart(field))
  const rest = groups(
    shown.filter(field => !facts.includes(field)),
    apart,
  )
  const computed = resource.computed.filter(
    field => field.name !== 'str' && !without.includes(field.name) && tells(row[field.name]),
  )
  const tables = computed.filter(field => {
    const value = row[field.name]
    return Array.isArray(value) && value.some(entry => typeof entry === 'object')
  })
  // The id is for programs; it is copied from the menu.
  const record = resource.fields.filter(field => RECORD.has(field.name) && field.name !== 'id')
  const heading = (group: FieldGroup) =>
    group.topic ? labels.topic(group.topic) : t(`groups.${group.name === 'main' ? 'about' : group.name}`)
  return (
    <div className="grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_19rem]">
      <div className="flex min-w-0 flex-col gap-8">
        {facts.length > 0 && (
          <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(9.5rem,45%),1fr))] gap-x-6 gap-y-4 rounded-lg border border-line bg-raised px-5 py-4 shadow-sm">
            {facts.map(field => (
              <Entry key={field.name} resource={resource} row={row} now={now} field={field} />
            ))}
          </dl>
        )}
        {rest
          .filter(group => group.name !== 'options')
          .map(group => (
            <Section key={group.topic ?? group.name} title={heading(group)}>
              <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
                {group.fields.map(field => (
                  <Entry
                    key={field.name}
                    resource={resource}
                    row={row}
                    now={now}
                    field={field}
                    // A group of one needs no second heading for it.
                    bare={group.fields.length === 1 && labels.field(resource, field) === heading(group)}
                  />
                ))}
              </dl>
            </Section>
          ))}
        {tables.map(field => (
          <Section key={field.name} title={labels.field(resource, field)}>
            <Value resource={resource} field={field} value={row[field.name]} />
          </Section>
        ))}
        {empty.length > 0 && (
          <Button
            look="quiet"
            size="sm"
            className="-ml-2 self-start"
            data-no-print
            icon={
              <ChevronDown
                size={15}
                aria-hidden
                className={cn('transition-transform', all && 'rotate-180')}
              />
            }
            onClick={() => setAll(!all)}
          >
            {all ? t('detail.hideEmpty') : t('detail.showEmpty', { count: empty.length })}
          </Button>
        )}
        {children}
      </div>
      <aside className="flex min-w-0 flex-col gap-8">
        <Lines
          title={t('detail.calculated')}
          resource={resource}
          row={row}
          now={now}
          fields={computed.filter(field => !tables.includes(field))}
        />
        <Lines
          title={t('groups.options')}
          resource={resource}
          row={row}
          now={now}
          fields={rest.filter(group => group.name === 'options').flatMap(group => group.fields)}
        />
        <Lines title={t('detail.record')} resource={resource} row={row} fields={record} />
      </aside>
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-3 border-line border-b pb-1.5 font-semibold text-base">{title}</h2>
      {children}
    </section>
  )
}

interface EntryProps {
  resource: Resource
  row: Row
  now?: Row | null
  field: Column
  bare?: boolean
}

/** A field and its value, one under the other. */
function Entry({ resource, row, now, field, bare }: EntryProps) {
  const labels = useLabels()
  const isWide = isField(field) && WIDE.has(field.kind) && !isFact(field)
  return (
    <div className={cn('min-w-0', isWide && 'sm:col-span-2')}>
      <dt className={cn('mb-1 text-ink-soft text-sm', bare && 'sr-only')}>{labels.field(resource, field)}</dt>
      <dd className="min-w-0 break-words">
        <Marked resource={resource} field={field} row={row} now={now}>
          <Value resource={resource} field={field} value={row[field.name]} />
        </Marked>
      </dd>
    </div>
  )
}

/** Fields and their values side by side, for what is short and looked at now and then. */
function Lines({
  title,
  resource,
  row,
  now,
  fields,
}: {
  title: string
  resource: Resource
  row: Row
  now?: Row | null
  fields: Column[]
}) {
  const labels = useLabels()
  if (fields.length === 0) return null
  return (
    <Section title={title}>
      <dl className="flex flex-col gap-2.5">
        {fields.map(field => (
          <div
            key={field.name}
            className={cn(
              'flex min-w-0',
              isNested(row[field.name]) ? 'flex-col gap-0.5' : 'justify-between gap-4',
            )}
          >
            <dt className="min-w-0 text-ink-soft" title={labels.help(resource, field) || undefined}>
              {labels.field(resource, field)}
            </dt>
            <dd className={cn('min-w-0 break-words', !isNested(row[field.name]) && 'text-right')}>
              <Marked resource={resource} field={field} row={row} now={now}>
                <Value resource={resource} field={field} value={row[field.name]} />
              </Marked>
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

const tells = (value: unknown) =>
  !isEmpty(value) && !(Array.isArray(value) && isTable(value) && telling(value).length === 0)

const isNested = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !('str' in value) &&
  !('hexcolor' in value)
