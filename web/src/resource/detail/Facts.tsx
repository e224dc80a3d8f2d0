/** Under the name of an object: status, owner, due date, priority. Each is edited with a click. */
import { CalendarClock, ChevronDown, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Field, isRef, type Resource, type Row } from '@/api/model'
import { formatPercent, formatShortDay } from '@/i18n/format'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { daysLeft } from '@/pages/due/days'
import { Avatar } from '@/ui/Avatar'
import { Badge } from '@/ui/Badge'
import { cn } from '@/ui/cn'
import { LevelMark } from '@/ui/Level'
import { Menu } from '@/ui/Menu'
import { type Column, isField } from '../columns'
import { useInlineEdit } from '../list/useInlineEdit'
import { Marked } from '../past/Marked'
import { ChoiceValue } from '../value/ChoiceValue'
import { sortOf } from '../value/late'
import { priorityOf } from '../value/level'
import { Value } from '../value/Value'
import { isBlank } from './arrange'
import { canEdit, Editable } from './Editable'

interface Props {
  resource: Resource
  row: Row
  now?: Row | null
  facts: Column[]
  /** Dates no longer count as late. */
  settled?: boolean
}

/** Shown even if empty: somebody has to own it, by some date. */
const isWanted = (field: Column) => isPeople(field) || isDue(field) || field.name === 'status'
const isPeople = (field: Column) => isField(field) && field.kind === 'many' && field.target === 'actors'
const isDue = (field: Column) => isField(field) && field.kind === 'date'

export function Facts({ resource, row, now, facts, settled }: Props) {
  const { t } = useTranslation()
  const shown = facts.filter(
    field =>
      !isBlank(row[field.name]) ||
      (isWanted(field) && canEdit(resource, row, field)) ||
      (now && !isBlank(now[field.name])),
  )
  const reference = typeof row.ref_id === 'string' ? row.ref_id : ''
  if (shown.length === 0 && !reference) return null
  return (
    <ul
      aria-label={t('detail.facts')}
      className={cn(
        'flex min-h-7 flex-wrap items-center gap-x-4 gap-y-1.5 text-sm',
        // The reference is left out on a phone, and an empty line with it.
        shown.length === 0 && 'max-sm:hidden',
      )}
    >
      {shown.map(field => (
        <li key={field.name} data-fact={field.name} className="whitespace-nowrap">
          <Marked resource={resource} field={field} row={row} now={now}>
            <Fact resource={resource} row={row} field={field} settled={settled} />
          </Marked>
        </li>
      ))}
      {reference && <li className="tabular text-ink-faint max-sm:hidden">{reference}</li>}
    </ul>
  )
}

interface FactProps {
  resource: Resource
  row: Row
  field: Column
  settled?: boolean
}

function Fact({ resource, row, field, settled }: FactProps) {
  const labels = useLabels()
  const value = row[field.name]
  if (isField(field) && field.kind === 'choice')
    return <ChoiceFact resource={resource} row={row} field={field} />
  let face: ReactNode
  if (isPeople(field)) face = <People value={value} label={labels.field(resource, field)} />
  else if (isDue(field)) face = <DueWords day={value} field={field as Field} settled={settled} />
  else if (isShare(field))
    face = <Share percent={Number(value)} label={labels.field(resource, field).replace(/\s*\(%\)$/, '')} />
  else
    face = (
      <span className="inline-flex items-center gap-1.5">
        <span className="text-ink-soft">{labels.field(resource, field)}</span>
        <Value resource={resource} field={field} value={value} short />
      </span>
    )
  return (
    <Editable resource={resource} row={row} field={field} whole>
      {face}
    </Editable>
  )
}

const isShare = (field: Column) =>
  isField(field)
    ? field.kind === 'integer' && field.min === 0 && field.max === 100
    : field.name.endsWith('_progress')

/** A choice with its list; a priority has its mark before its name. */
export function ChoiceFact({ resource, row, field }: { resource: Resource; row: Row; field: Field }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { save } = useInlineEdit(resource)
  const choice = field.choices?.find(one => one.key === row[field.name])
  const label = labels.field(resource, field)
  const isSet = choice && choice.key !== '--' && choice.key !== -1
  const priority = choice && priorityOf(field, choice)
  const said = isSet ? labels.choice(resource, field, choice) : t('form.notSet')
  const face = priority ? (
    <span className="inline-flex items-center gap-1.5">
      <LevelMark level={priority} />
      {label} {said}
    </span>
  ) : isSet ? (
    <ChoiceValue resource={resource} field={field} choice={choice} />
  ) : (
    <Badge>{said}</Badge>
  )
  if (!canEdit(resource, row, field)) return face
  return (
    <Menu
      align="start"
      items={[
        ...(field.choices ?? [])
          // The choice for “none” is only offered while it is selected.
          .filter(one => (one.key !== '--' && one.key !== -1) || one === choice)
          .map(one => ({
            label: labels.choice(resource, field, one),
            checked: one === choice,
            run: () => save(row, field, one.key),
          })),
        field.nullable && { label: t('form.notSet'), checked: !choice, run: () => save(row, field, null) },
      ]}
    >
      <button
        type="button"
        aria-label={`${label}: ${said}`}
        title={t('detail.editField', { name: label })}
        className="-mx-1 inline-flex items-center gap-1 rounded-md px-1 py-0.5 hover:bg-hover"
      >
        {face}
        <ChevronDown size={13} aria-hidden className="shrink-0 text-ink-faint" />
      </button>
    </Menu>
  )
}

function People({ value, label }: { value: unknown; label: string }) {
  const { t } = useTranslation()
  const people = (Array.isArray(value) ? value : []).filter(isRef)
  const [first] = people
  if (!first) {
    return (
      <span className="inline-flex items-center gap-1.5 text-ink-soft">
        <UserRound size={15} aria-hidden />
        {t('detail.noPeople', { name: label.toLowerCase() })}
      </span>
    )
  }
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5" title={people.map(one => one.str).join(', ')}>
      <Avatar name={first.str} size="sm" />
      <span className="max-w-56 truncate">{first.str}</span>
      {people.length > 1 && <span className="text-ink-soft">+{people.length - 1}</span>}
    </span>
  )
}

/** A share of a hundred, with what it is a share of. */
function Share({ percent, label }: { percent: number; label: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <span aria-hidden className="h-1.5 w-16 overflow-hidden rounded-full bg-track">
        <span
          className="block h-full rounded-full bg-accent"
          style={{ width: `${Math.min(100, percent)}%` }}
        />
      </span>
      <span className="tabular">
        {label} {formatPercent(percent)}
      </span>
    </span>
  )
}

/** “Due 7 Nov, 9 days late”. */
export function DueWords({ day, field, settled }: { day: unknown; field: Field; settled?: boolean }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const ends = sortOf(field.name) === 'ends'
  if (typeof day !== 'string' || day === '') {
    return (
      <span className="inline-flex items-center gap-1.5 text-ink-soft">
        <CalendarClock size={15} aria-hidden />
        {t(ends ? 'detail.noExpiry' : 'detail.noDue')}
      </span>
    )
  }
  const left = daysLeft(day)
  const date = formatShortDay(day)
  const late = left < 0 && !settled
  const base = ends
    ? left < 0
      ? t('detail.expired', { date })
      : t('detail.expires', { date })
    : field.name === 'eta' || field.name === 'due_date'
      ? t('detail.due', { date })
      : `${labels.part(field.name)} ${date}`
  const rest =
    settled || left > 60
      ? ''
      : late
        ? ends
          ? t('detail.ago', { count: -left })
          : t('due.late', { count: -left })
        : left === 0
          ? t('due.today')
          : t('due.left', { count: left })
  return (
    <time dateTime={day} className={cn('inline-flex items-center gap-1.5', late && 'font-medium text-bad')}>
      <CalendarClock size={15} aria-hidden className="shrink-0" />
      {rest ? `${base}, ${rest}` : base}
    </time>
  )
}
