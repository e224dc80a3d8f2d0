/** The numbers behind a chart: each leads to the list that it counts. */
import { Link } from '@tanstack/react-router'
import { formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { to } from '@/resource/address'
import { cn } from '@/ui/cn'

export interface Line {
  key: string
  label: string
  /** The filters that leave only its records. */
  search: Record<string, string>
}

interface Props {
  path: string
  caption: string
  /** What the lines are, over their names. */
  head: string
  lines: Line[]
  columns: Line[]
  count: (line: string, column: string) => number
  /** The filters of the list. */
  filters: Record<string, string>
}

const CELL = 'border-line border-b py-1.5 pl-2 text-right sm:pl-3'

export function CountTable({ path, caption, head, lines, columns, count, filters }: Props) {
  const { t } = useTranslation()
  const sum = (some: number[]) => some.reduce((all, one) => all + one, 0)
  const number = (value: number, search: Record<string, string>) =>
    value > 0 ? (
      <Link
        to={to.list(path)}
        search={{ ...filters, ...search } as never}
        className="inline-flex min-h-6 min-w-6 items-center justify-end rounded-sm underline-offset-3 hover:underline"
      >
        {formatNumber(value)}
      </Link>
    ) : (
      <span className="text-ink-faint">0</span>
    )
  return (
    <div className="overflow-x-auto">
      <table className="tabular w-full min-w-md max-w-4xl table-fixed text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-ink-soft">
          <tr>
            <th scope="col" className="w-[30%] border-line border-b py-1.5 text-left font-medium">
              {head}
            </th>
            {columns.map(column => (
              <th key={column.key} scope="col" className={cn(CELL, 'font-medium')}>
                {column.label}
              </th>
            ))}
            <th scope="col" className={cn(CELL, 'font-medium')}>
              {t('spread.total')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(line => (
            <tr key={line.key}>
              <th scope="row" className="border-line border-b py-1.5 text-left font-normal">
                {line.label}
              </th>
              {columns.map(column => (
                <td key={column.key} className={CELL}>
                  {number(count(line.key, column.key), { ...line.search, ...column.search })}
                </td>
              ))}
              <td className={cn(CELL, 'font-medium')}>
                {number(sum(columns.map(column => count(line.key, column.key))), line.search)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
