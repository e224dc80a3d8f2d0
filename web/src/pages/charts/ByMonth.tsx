/** How many have their date in which month, with those that have passed, come later or have none. */
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import type { Row } from '@/api/model'
import { type Page, pageQuery } from '@/api/objects'
import { formatMonth } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { Failed } from '@/ui/States'
import { useNarrow } from '@/ui/useNarrow'
import { today } from '../due/days'
import { Columns } from './Columns'
import { spans } from './months'
import { filtersOf } from './ways'

const MONTHS = 6
/** Where there is little room. */
const FEW = 4

interface Props {
  path: string
  field: string
  title: string
  /** What is said of a date that has passed: overdue, or expired. */
  past: string
  empty: string
  params: Record<string, string>
  /** Which of them the date matters for. */
  only?: Record<string, string>
  /** It stands in a narrow place. */
  compact?: boolean
}

export function ByMonth({ path, field, title, past, empty, params, only, compact }: Props) {
  const { t } = useTranslation()
  const narrow = useNarrow()
  const all = spans(field, today(), compact || narrow ? FEW : MONTHS)
  const answers = useQueries({
    queries: all.map(span => pageQuery(path, { ...params, ...only, ...span.params }, 0, 1)),
  }) as UseQueryResult<Page<Row>>[]
  const failed = answers.find(answer => answer.error && !answer.data)
  if (failed)
    return <Failed error={failed.error} retry={() => answers.forEach(answer => void answer.refetch())} />
  const names = { past, later: t('charts.later'), none: t('charts.noDate') }
  return (
    <Columns
      title={title}
      empty={empty}
      pending={answers.some(answer => answer.isPending)}
      series={[{ label: title, fill: 'bg-accent' }]}
      columns={all
        .map((span, at) => ({ span, count: answers[at]?.data?.count ?? 0 }))
        // Months are shown one after the other, whatever they have; the rest only where it has something.
        .filter(({ span, count }) => span.kind === 'month' || count > 0)
        .map(({ span, count }) => ({
          label: span.kind === 'month' ? formatMonth(span.day ?? '') : names[span.kind],
          parts: [count],
          fill: FILLS[span.kind],
          wide: span.kind !== 'month',
          to: { path, search: { ...filtersOf(params), ...only, ...span.params } },
        }))}
    />
  )
}

const FILLS = { past: 'bg-failed hatched', month: 'bg-accent', later: 'bg-accent', none: 'bg-apart' }
