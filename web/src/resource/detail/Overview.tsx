/** The overview of an object: what is missing, what it is, what it means, and beside that its properties and activity. */
import { type RefObject, Suspense } from 'react'
import type { Resource, Row } from '@/api/model'
import { useTranslation } from '@/i18n/react'
import type { Layout } from '@/layouts'
import type { RelatedList } from '@/layouts/layout'
import { overrides } from '@/pages'
import { cn } from '@/ui/cn'
import { Loading, Skeleton } from '@/ui/States'
import { Activity } from './Activity'
import { type Arranged, tells } from './arrange'
import type { Conversation } from './comments'
import { canEdit } from './Editable'
import { MeasureCard } from './MeasureCard'
import { NextStep } from './NextStep'
import { Properties } from './Properties'
import { isTold, Prose } from './Prose'
import { RelatedRows } from './RelatedRows'
import { goesBy, type Related } from './related'
import { Section } from './Section'
import { Structures } from './Structures'
import type { Deeds } from './useDeeds'

/** How many relations stand in for what a layout would say. */
const FOUND = 3

interface Props {
  resource: Resource
  row: Row
  now?: Row | null
  layout: Layout
  arranged: Arranged
  related: Related[]
  conversation?: Conversation
  checklist?: ReturnType<NonNullable<Layout['checklist']>>
  deeds: Deeds
  draft: RefObject<string>
}

export function Overview(props: Props) {
  const { resource, row, now, layout, arranged, related, deeds } = props
  const { t } = useTranslation()
  const override = overrides[resource.path]
  const writable = resource.permissions.change && !resource.read_only
  const rows = (list: RelatedList, inner?: boolean) => {
    const one = related.find(other => goesBy(other, list.related))
    if (!one || (list.quiet && !one.count)) return null
    const add =
      one.own?.name === 'evidences'
        ? () => deeds.run({ upload: 'evidences' })
        : canEdit(resource, row, one.own)
          ? () => deeds.run({ edit: one.own?.name as string })
          : one.field && one.resource.permissions.add
            ? () => deeds.run({ create: list.related })
            : undefined
    return (
      <RelatedRows
        key={list.related}
        list={list}
        related={one}
        inner={inner}
        onAdd={writable || one.mayAdd ? add : undefined}
      />
    )
  }
  const meaning = layout.meaning?.lists.map(list => rows(list, true)).filter(Boolean) ?? []
  const lists = layout.lists?.map(list => rows(list)).filter(Boolean) ?? []
  const measures = layout.measures?.(row)
  const canMeasure =
    !!measures?.edit &&
    canEdit(
      resource,
      row,
      resource.fields.find(field => field.name === measures.edit),
    )
  // Whatever no layout speaks of is told by what it is related with.
  const found =
    layout.lists?.length !== 0 && meaning.length + lists.length === 0
      ? related
          .filter(one => (one.count ?? 0) > 0)
          .slice(0, FOUND)
          .map(one => (
            <RelatedRows
              key={one.name}
              list={{ related: one.name, title: one.label, empty: '', show: ['status', 'severity', 'type'] }}
              related={one}
            />
          ))
      : []
  const bare =
    !props.checklist &&
    !override?.above &&
    !override?.below &&
    !measures &&
    meaning.length + lists.length + found.length === 0 &&
    !arranged.prose.some(field => isTold({ resource, row, now, field })) &&
    !arranged.structures.some(field => tells(row[field.name]))
  const side = arranged.properties.length > 0 || resource.history || props.conversation
  return (
    <div className="@container flex grow flex-col">
      <div className="grid grow grid-cols-[minmax(0,1fr)] content-start @4xl:content-stretch @4xl:grid-cols-[minmax(0,1fr)_clamp(16.5rem,27%,20rem)] @4xl:grid-rows-[auto_1fr]">
        <div className="order-2 flex min-w-0 flex-col gap-7 px-5 py-5 lg:px-8 @4xl:order-none @4xl:row-span-2">
          {props.checklist && <NextStep checklist={props.checklist} />}
          {override?.above && (
            <Suspense fallback={<Loading />}>
              <override.above resource={resource} row={row} />
            </Suspense>
          )}
          {arranged.prose.map(field => (
            <Prose key={field.name} resource={resource} row={row} now={now} field={field} />
          ))}
          {override?.below && (
            <Suspense fallback={<Skeleton className="h-28 w-full" />}>
              <override.below resource={resource} row={row} />
            </Suspense>
          )}
          {meaning.length > 0 && layout.meaning && (
            <Section title={t(layout.meaning.title)}>
              <div className="grid gap-x-6 gap-y-4 @2xl:grid-cols-2">{meaning}</div>
            </Section>
          )}
          {lists}
          {found}
          {bare && <Properties resource={resource} row={row} now={now} groups={arranged.properties} alone />}
          {override?.after && (
            <Suspense fallback={null}>
              <override.after resource={resource} row={row} />
            </Suspense>
          )}
          {measures && (measures.items.length > 0 || canMeasure) && (
            <MeasureCard
              measures={measures}
              onEdit={canMeasure ? () => deeds.run({ edit: measures.edit as string }) : undefined}
            />
          )}
          <Structures resource={resource} row={row} now={now} fields={arranged.structures} />
        </div>
        {side && (
          <>
            {!bare && (
              <div className="order-1 border-line px-5 pt-1.5 @4xl:order-none @4xl:border-l @4xl:py-5 @max-4xl:border-b @max-4xl:pb-1.5 lg:px-8 @4xl:px-6">
                <Properties resource={resource} row={row} now={now} groups={arranged.properties} />
              </div>
            )}
            <div
              className={cn(
                'order-3 flex min-w-0 flex-col border-line px-5 pb-5 @4xl:order-none @4xl:border-l @4xl:px-6 @4xl:pb-0 lg:px-8',
                bare && '@4xl:row-span-2',
              )}
            >
              {(resource.history || props.conversation) && (
                <div
                  className={cn(
                    'flex grow flex-col border-line pt-4',
                    bare ? '@max-4xl:border-t' : 'border-t',
                  )}
                >
                  <Activity
                    resource={resource}
                    row={row}
                    conversation={props.conversation}
                    draft={props.draft}
                  />
                </div>
              )}
            </div>
          </>
        )}
      </div>
    </div>
  )
}
