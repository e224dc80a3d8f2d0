/** A chart of columns, each with its number, which leads to what it counts. The words carry it; colours only help. */
import { Link } from '@tanstack/react-router'
import { formatNumber } from '@/i18n/format'
import { cn } from '@/ui/cn'
import { Skeleton } from '@/ui/States'
import type { Way } from './ways'

export interface Series {
  label: string
  fill: string
}

export interface ColumnOf {
  label: string
  /** One number for each series. */
  parts: number[]
  /** In place of the fill of the series, where there is only one. */
  fill?: string
  /** Its name is longer than those of the others. */
  wide?: boolean
  to: Way
}

interface Props {
  title: string
  series: Series[]
  columns: ColumnOf[]
  /** The numbers are not all here yet; their place is. */
  pending: boolean
  empty: string
}

const sum = (parts: number[]) => parts.reduce((all, part) => all + part, 0)

/** The tallest column, in pixels. */
const TALL = 64

export function Columns({ title, series, columns, pending, empty }: Props) {
  const most = Math.max(1, ...columns.map(column => sum(column.parts)))
  const nothing = !pending && columns.every(column => sum(column.parts) === 0)
  return (
    <figure className="flex min-h-40 min-w-0 flex-col gap-2">
      <figcaption className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="font-medium text-sm">{title}</span>
        {series.length > 1 && <Legend series={series} />}
      </figcaption>
      {pending ? (
        <Skeleton className="h-30 w-full rounded-md" />
      ) : nothing ? (
        <p className="text-ink-soft text-sm">{empty}</p>
      ) : (
        <ol aria-label={title} className="mt-auto flex items-end gap-1 sm:gap-1.5">
          {columns.map(column => (
            <Column key={column.label} column={column} series={series} most={most} />
          ))}
        </ol>
      )}
    </figure>
  )
}

function Column({ column, series, most }: { column: ColumnOf; series: Series[]; most: number }) {
  const count = sum(column.parts)
  const words = series
    .map((one, at) => [one.label, column.parts[at] ?? 0] as const)
    .filter(([, part]) => part > 0)
    .map(([label, part]) => `${formatNumber(part)} ${label.toLowerCase()}`)
  return (
    <li
      className={cn('flex min-w-0 basis-0 flex-col items-center gap-1', column.wide ? 'grow-[1.6]' : 'grow')}
    >
      {count > 0 ? (
        <Link
          to={`/${column.to.path}`}
          search={column.to.search as never}
          title={series.length > 1 ? words.join(', ') : undefined}
          className="tabular min-w-6 rounded-sm text-center font-medium text-sm leading-6 underline-offset-3 hover:underline"
        >
          <span className="sr-only">{column.label}: </span>
          {formatNumber(count)}
          {series.length > 1 && <span className="sr-only"> ({words.join(', ')})</span>}
        </Link>
      ) : (
        <span className="tabular text-ink-faint text-sm leading-6">
          <span className="sr-only">{column.label}: </span>0
        </span>
      )}
      <span aria-hidden className="flex w-full max-w-12 flex-col gap-[1.5px] border-line border-b">
        {column.parts.map(
          (part, at) =>
            part > 0 && (
              <span
                key={series[at]?.label}
                className={cn('w-full rounded-[2px]', column.fill ?? series[at]?.fill)}
                style={{ height: Math.max(2, Math.round((part / most) * TALL)) }}
              />
            ),
        )}
      </span>
      <span aria-hidden className="w-full truncate text-center text-ink-soft text-xs" title={column.label}>
        {column.label}
      </span>
    </li>
  )
}

function Legend({ series }: { series: Series[] }) {
  return (
    <ul className="flex flex-wrap gap-x-3 text-ink-soft text-xs">
      {series.map(one => (
        <li key={one.label} className="flex items-center gap-1.5">
          <span aria-hidden className={cn('size-2.5 rounded-[2px]', one.fill)} />
          {one.label}
        </li>
      ))}
    </ul>
  )
}
