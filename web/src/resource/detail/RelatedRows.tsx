/** The first few related records, and a link to all of them. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { type Field, type Resource, type Row, title } from '@/api/model'
import { pageQuery } from '@/api/objects'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import type { RelatedList } from '@/layouts/layout'
import { Due } from '@/pages/due/Due'
import { LevelMark } from '@/ui/Level'
import { Skeleton } from '@/ui/States'
import { to } from '../address'
import { levelOf } from '../value/level'
import { Value } from '../value/Value'
import { isBlank } from './arrange'
import type { Related } from './related'
import { QUIET } from './Section'

const SHOWN = 3

interface Props {
  list: RelatedList
  related: Related
  /** Its heading is small, under that of the part it belongs to. */
  inner?: boolean
  onAdd?: () => void
}

export function RelatedRows({ list, related, inner, onAdd }: Props) {
  const { t } = useTranslation()
  const { resource } = related
  const params = { ...related.params, ordering: list.ordering ?? resource.order }
  const none = related.count === 0
  const rows = useQuery({ ...pageQuery(resource.path, params, 0, SHOWN), enabled: !none })
  const Heading = inner ? 'h3' : 'h2'
  const results = rows.data?.results
  return (
    <section className="min-w-0">
      <div className="flex min-h-7 items-center justify-between gap-3">
        <Heading className={inner ? 'font-medium text-ink-soft text-sm' : 'text-base'}>
          {t(list.title)}
        </Heading>
        {(related.count ?? 0) > 1 && (
          <Link
            to="."
            search={(now: Record<string, string>) => ({ domain: now.domain, tab: related.name }) as never}
            replace
            className={QUIET}
          >
            {t('detail.allOf', { count: related.count })}{' '}
            <span className="sr-only">{related.label.toLowerCase()}</span>
          </Link>
        )}
      </div>
      {none ? (
        <p className="flex min-h-9 flex-wrap items-center gap-x-2 border-line border-t py-1.5 text-ink-soft text-sm">
          {t(list.empty)}
          {onAdd && (
            <button type="button" data-no-print onClick={onAdd} className={QUIET}>
              {t('detail.add')} <span className="sr-only">{related.label.toLowerCase()}</span>
            </button>
          )}
        </p>
      ) : (
        <ul className="flex flex-col">
          {results
            ? results.map(row => <Line key={row.id} row={row} list={list} resource={resource} />)
            : Array.from({ length: Math.min(SHOWN, related.count ?? SHOWN) }, (_, at) => (
                <li key={at} className="flex h-9 items-center border-line border-t">
                  <Skeleton className="h-4 w-3/5" />
                </li>
              ))}
        </ul>
      )}
    </section>
  )
}

interface LineProps {
  row: Row
  list: Pick<RelatedList, 'show' | 'icon' | 'view'>
  resource: Resource
}

/** One of them: its name and status. */
export function Line({ row, list, resource }: LineProps) {
  const labels = useLabels()
  const Icon = list.icon
  const shown = list.show.flatMap(name => resource.fields.find(field => field.name === name) ?? [])
  const severity = shown.find(field => field.name === 'severity')
  const choice = severity?.choices?.find(one => one.key === row.severity)
  const level = severity && choice && levelOf(severity, choice)
  return (
    <li className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 border-line border-t py-1.5 text-sm">
      <span className="flex min-w-0 grow basis-40 items-center gap-2">
        {level ? (
          <LevelMark level={level} />
        ) : (
          Icon && <Icon size={15} aria-hidden className="shrink-0 text-ink-faint" />
        )}
        <Link
          to={to.item(resource.path, row.id)}
          className="min-w-0 truncate rounded-sm font-medium underline-offset-3 hover:underline"
          title={title(row, resource)}
        >
          {title(row, resource)}
        </Link>
      </span>
      <span className="flex shrink-0 items-center gap-2">
        {list.view && (
          <Suspense fallback={null}>
            <list.view row={row} />
          </Suspense>
        )}
        {shown
          .filter(field => !isBlank(row[field.name]))
          .map(field => (
            <Told
              key={field.name}
              resource={resource}
              row={row}
              field={field}
              label={labels.field(resource, field)}
            />
          ))}
      </span>
    </li>
  )
}

/** What is finished is not late. */
const OVER = new Set(['active', 'deprecated', 'resolved', 'closed', 'mitigated', 'dismissed', 'done'])

interface ToldProps {
  resource: Resource
  row: Row
  field: Field
  label: string
}

function Told({ resource, row, field, label }: ToldProps) {
  const value = row[field.name]
  if (field.kind === 'date') {
    const ends = field.name === 'expiry_date'
    const over = !ends && OVER.has(String(row.status))
    return over ? null : <Due day={String(value)} what={label} ends={ends} soon={30} />
  }
  return <Value resource={resource} field={field} value={value} short />
}
