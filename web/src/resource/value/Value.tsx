/** Any value of any field, formatted for people. `short` is for table cells. */
import { Check, Minus } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { type Computed, type Field, isRef, type Resource, useModel } from '@/api/model'
import {
  formatDate,
  formatDateTime,
  formatLanguage,
  formatNumber,
  formatPercent,
  formatRelative,
  formatSize,
} from '@/i18n/format'
import { type Labels, useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { Badge } from '@/ui/Badge'
import { useRowTab } from '@/ui/table/InRow'
import { onlyPart } from '../grid'
import { ChoiceValue } from './ChoiceValue'
import { Colour, isColour } from './Colour'
import { isOutside, OutsideLink } from './OutsideLink'
import { RefLink } from './RefLink'
import { tone } from './tone'
import { isTable, rowsOf, ValueTable } from './ValueTable'

const Markdown = lazy(() => import('./Markdown'))

export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  return typeof value === 'object' && Object.keys(value).length === 0
}

export function Nothing() {
  return <span className="text-ink-faint">—</span>
}

interface Props {
  resource: Resource
  field: Field | Computed
  value: unknown
  short?: boolean
}

export function Value({ resource, field, value, short }: Props): ReactNode {
  if (isEmpty(value)) return <Nothing />
  return 'kind' in field ? (
    <FieldValue resource={resource} field={field} value={value} short={short} />
  ) : (
    <ComputedValue resource={resource} field={field} value={value} short={short} />
  )
}

/** What the server works out; one of a few answers is told in words. */
function ComputedValue({ resource, field, value, short }: Props & { field: Computed }) {
  const said = inWords(useLabels(), resource, field, value)
  return <AnyValue value={said} format={field.schema.format} short={short} />
}

const inWords = (labels: Labels, resource: Resource, field: { name: string }, value: unknown): unknown =>
  labels.answers(resource, field.name).find(one => one.key === value)?.label ?? value

function FieldValue({ resource, field, value, short }: Props & { field: Field }) {
  const labels = useLabels()
  switch (field.kind) {
    case 'choice': {
      const choice = field.choices?.find(choice => choice.key === value)
      if (!choice) return String(value)
      if (choice.key === '--') return <Nothing />
      return <ChoiceValue resource={resource} field={field} choice={choice} />
    }
    case 'reference':
      return isRef(value) ? <RefLink path={field.target} value={value} /> : <Nothing />
    case 'any':
      return isRef(value) ? (
        <RefLink path={(value as { resource?: string }).resource} value={value} />
      ) : (
        <Nothing />
      )
    case 'many':
      return <RefList path={field.target} value={value as unknown[]} short={short} />
    case 'markdown':
      return short ? (
        <span className="line-clamp-1">{plain(String(value))}</span>
      ) : (
        <Formatted text={String(value)} />
      )
    case 'url':
    case 'link':
      return <LinkOrText url={String(value)} />
    case 'date':
      return (
        <time className="tabular whitespace-nowrap" dateTime={String(value)}>
          {formatDate(String(value))}
        </time>
      )
    case 'file': {
      const file = value as { name?: string; size?: number }
      return (
        <span>
          {file.name}{' '}
          {file.size !== undefined && <span className="text-ink-soft">({formatSize(file.size)})</span>}
        </span>
      )
    }
    case 'integer':
      return field.min === 0 && field.max === 100 ? (
        <Progress percent={Number(value)} />
      ) : (
        <AnyValue value={value} short={short} />
      )
    case 'json': {
      const only = onlyPart(field.schema ?? {})
      const rows = only && rowsOf((value as Record<string, unknown>)[only])
      return rows && !short ? <ValueTable rows={rows} /> : <Structure value={value} short={short} />
    }
    case 'translations':
      return <Structure value={inLanguages(value)} short={short} />
    case 'datetime':
      return <AnyValue value={value} format="date-time" short={short} />
    default:
      if (field.name === 'locale') return formatLanguage(String(value))
      if (isColour(value)) return <Colour value={value} />
      return <AnyValue value={inWords(labels, resource, field, value)} short={short} />
  }
}

/** Translations by the name of their language instead of its code. */
function inLanguages(value: unknown): unknown {
  if (!value || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([code, words]) => [formatLanguage(code), words]))
}

/** A share of a hundred; the number says it, the bar shows it. */
function Progress({ percent }: { percent: number }) {
  return (
    <span className="inline-flex w-full max-w-32 items-center gap-2 align-middle">
      <span aria-hidden className="h-1.5 grow overflow-hidden rounded-full bg-sunken">
        <span
          className="block h-full rounded-full bg-accent"
          style={{ width: `${Math.min(100, percent)}%` }}
        />
      </span>
      <span className="tabular">{formatPercent(percent)}</span>
    </span>
  )
}

function Formatted({ text }: { text: string }) {
  return (
    <Suspense fallback={<p className="whitespace-pre-wrap">{text}</p>}>
      <Markdown text={text} />
    </Suspense>
  )
}

/** Markdown without its signs, for one line. */
export function plain(text: string): string {
  return text
    .replaceAll(/[#>*_`|]+/g, ' ')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function RefList({ path, value, short }: { path?: string; value: unknown[]; short?: boolean }) {
  const refs = value.filter(isRef)
  const shown = short ? refs.slice(0, 2) : refs
  if (short) {
    return (
      <span className="flex min-w-0 items-center gap-1.5">
        <span className="truncate">
          {shown.map((ref, at) => (
            <span key={ref.id}>
              {at > 0 && ', '}
              <RefLink path={path} value={ref} />
            </span>
          ))}
        </span>
        {refs.length > shown.length && (
          <span className="shrink-0 text-ink-soft text-sm">+{refs.length - shown.length}</span>
        )}
      </span>
    )
  }
  return (
    <ul className="flex flex-wrap gap-1.5">
      {shown.map(ref => (
        <li
          key={ref.id}
          className="max-w-full truncate rounded-full border border-line bg-raised px-2.5 py-0.5"
        >
          <RefLink path={path} value={ref} />
        </li>
      ))}
    </ul>
  )
}

function LinkOrText({ url }: { url: string }) {
  const tabIndex = useRowTab()
  if (!isOutside(url)) return <span className="break-all">{url}</span>
  return <OutsideLink url={url} tabIndex={tabIndex} className="underline-offset-3 hover:underline" />
}

/** A value that only its own shape explains. */
function AnyValue({ value, format, short }: { value: unknown; format?: string; short?: boolean }) {
  const { t } = useTranslation()
  if (typeof value === 'boolean') {
    const Icon = value ? Check : Minus
    return (
      <span className="inline-flex items-center gap-1.5 align-middle">
        <Icon size={15} aria-hidden className={value ? 'text-good' : 'text-ink-faint'} />
        <span className={short ? 'sr-only' : ''}>{t(value ? 'common.yes' : 'common.no')}</span>
      </span>
    )
  }
  if (typeof value === 'number') return <span className="tabular">{formatNumber(value)}</span>
  if (typeof value === 'string') {
    if (format === 'date-time' || /^\d{4}-\d\d-\d\dT/.test(value)) {
      return (
        <time
          dateTime={value}
          title={short ? formatDateTime(value) : formatRelative(value)}
          className="tabular whitespace-nowrap"
        >
          {short ? formatRelative(value) : formatDateTime(value)}
        </time>
      )
    }
    return <span className={short ? 'truncate' : 'whitespace-pre-wrap break-words'}>{value}</span>
  }
  if (Array.isArray(value) && value.every(isRef)) return <RefList value={value} short={short} />
  if (isRef(value)) return <RefLink value={value} />
  if (isMark(value)) return <Mark name={value.name} />
  return <Structure value={value} short={short} />
}

/** A computed state: its name, and a colour that does not know about themes. */
function isMark(value: unknown): value is { name: string } {
  return typeof value === 'object' && value !== null && 'name' in value && 'hexcolor' in value
}

function Mark({ name }: { name: string }) {
  return <Badge tone={tone(name, name)}>{useLabels().mark(name)}</Badge>
}

/** Nested values as nested lists; empty branches are left out. */
export function Structure({ value, short }: { value: unknown; short?: boolean }): ReactNode {
  const labels = useLabels()
  if (isEmpty(value)) return <Nothing />
  if (typeof value !== 'object') return <AnyValue value={value} short={short} />
  if (Array.isArray(value)) {
    if (value.every(entry => typeof entry !== 'object'))
      return short || !value.some(isSentence) ? <Names names={value} /> : <Sentences lines={value} />
    if (short) return <span className="tabular">{value.length}</span>
    if (isTable(value)) return <ValueTable rows={value} />
    return (
      <ol className="flex flex-col gap-2">
        {value.map((entry, at) => (
          <li key={at} className="border-line border-l-2 pl-3">
            <Structure value={entry} />
          </li>
        ))}
      </ol>
    )
  }
  const filled = Object.entries(value as object).filter(([, inner]) => !isEmpty(inner))
  const entries = filled.length > 1 ? filled.filter(([name]) => name !== 'id') : filled
  if (short) {
    const named = entries.find(([name]) => name === 'name' || name === 'str')
    return (
      <span className="truncate">
        {named ? String(named[1]) : entries.map(([name]) => labels.part(name)).join(', ')}
      </span>
    )
  }
  return (
    <dl className="grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-4 gap-y-1">
      {entries.map(([name, inner]) => (
        <div key={name} className="contents">
          <dt className="text-ink-soft">{labels.part(name)}</dt>
          <dd className="min-w-0">
            <Structure value={inner} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

const isSentence = (value: unknown) => String(value).includes(' ')

/** What is more than a word has a line of its own. */
function Sentences({ lines }: { lines: unknown[] }) {
  return (
    <ul className="list-disc pl-5">
      {lines.map((line, at) => (
        <li key={at}>{String(line)}</li>
      ))}
    </ul>
  )
}

/** Words in a line; those that name a resource are called as the navigation calls it. */
function Names({ names }: { names: unknown[] }) {
  const labels = useLabels()
  const model = useModel()
  const said = names.map(name => {
    const resource = model.resources[String(name).replaceAll('_', '-')]
    return resource ? labels.plural(resource) : String(name)
  })
  return <span>{said.join(', ')}</span>
}

/** A value as plain text, for files and comparisons. */
export function asText(value: unknown): string {
  if (isEmpty(value)) return ''
  if (isRef(value)) return value.str
  if (Array.isArray(value)) return value.map(asText).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
