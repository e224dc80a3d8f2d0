/** What is due next in a domain, the nearest date first. */
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Row, title, useModel } from '@/api/model'
import { pageQuery } from '@/api/objects'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { to } from '@/resource/address'
import { Section } from '@/resource/detail/Section'
import { Skeleton } from '@/ui/States'
import { OPEN } from '../board/severity'
import { Due } from '../due/Due'
import { today } from '../due/days'

const SHOWN = 5

const SOURCES = [
  { path: 'applied-controls', day: 'eta', filters: { status: '--,to_do,in_progress,on_hold' } },
  { path: 'findings', day: 'due_date', filters: { status: OPEN.join(',') } },
  { path: 'evidences', day: 'expiry_date', filters: {} },
]

export function ComingUp({ domain }: { domain: string }) {
  const { t } = useTranslation()
  const model = useModel()
  const labels = useLabels()
  const sources = SOURCES.filter(source => source.path in model.resources)
  const answers = useQueries({
    queries: sources.map(({ path, day, filters }) =>
      pageQuery(path, { ...filters, within: domain, [`${day}__gte`]: today(), ordering: day }, 0, SHOWN),
    ),
  })
  const due = answers
    .flatMap((answer, at) =>
      (answer.data?.results ?? []).map((row: Row) => ({ row, ...(sources[at] as (typeof SOURCES)[number]) })),
    )
    .sort((a, b) => String(a.row[a.day]).localeCompare(String(b.row[b.day])))
    .slice(0, SHOWN)
  return (
    <Section title={t('posture.comingUp')}>
      {answers.some(answer => answer.isPending) ? (
        <Skeleton className="h-56 w-full" />
      ) : due.length === 0 ? (
        <p className="text-ink-soft text-sm">{t('posture.nothingDue')}</p>
      ) : (
        <ul className="flex flex-col gap-2 pt-1 text-sm">
          {due.map(({ row, path, day }) => {
            const resource = model.resources[path]
            return (
              <li key={row.id} className="min-w-0">
                <Link
                  to={to.item(path, row.id)}
                  className="break-words rounded-sm font-medium underline-offset-3 hover:underline"
                >
                  {title(row, resource)}
                </Link>
                <span className="flex flex-wrap items-baseline justify-between gap-x-3">
                  <span className="text-ink-soft">{resource && labels.name(resource)}</span>
                  <Due day={String(row[day])} what={t('board.due')} ends={day === 'expiry_date'} />
                </span>
              </li>
            )
          })}
        </ul>
      )}
    </Section>
  )
}
