/** Who has how much to do: open tasks by person, team and domain. Each number leads to the list behind it. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { get } from '@/api/client'
import { useDomain, useWithin } from '@/api/domains'
import { formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { to } from '@/resource/address'
import { PageHeader } from '@/shell/PageHeader'
import { cn } from '@/ui/cn'
import { Segments } from '@/ui/Segments'
import { Empty, Failed, Loading } from '@/ui/States'
import { addDays, today } from '../due/days'
import { type Load, listOf, PARTS, type Part, sharesOf } from './load'

interface Answer {
  actors: (Load & { type: string })[]
  domains: Load[]
}

const DAYS = ['7', '30', '90'] as const

export default function Workload() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const domain = useDomain()
  const within = useWithin()
  const search = useSearch({ strict: false }) as { days?: string }
  const days = DAYS.find(one => one === search.days) ?? '30'
  const params = { ...within, days }
  const found = useQuery({
    queryKey: ['list', 'task-templates', 'workload', params],
    queryFn: ({ signal }) => get<Answer>('task-templates/workload/', params, signal),
    staleTime: 15_000,
    placeholderData: keepPreviousData,
  })
  const until = addDays(today(), Number(days))
  const actors = found.data?.actors ?? []
  const tables: { name: string; by: string; rows: Load[] }[] = [
    { name: 'people', by: 'assigned_to', rows: actors.filter(one => one.type !== 'team') },
    { name: 'teams', by: 'assigned_to', rows: actors.filter(one => one.type === 'team') },
    { name: 'domains', by: 'folder', rows: found.data?.domains ?? [] },
  ]
  const total = (found.data?.domains ?? []).reduce((sum, one) => sum + one.open, 0)
  const late = (found.data?.domains ?? []).reduce((sum, one) => sum + one.overdue, 0)
  const note = [t('workload.open', { count: total }), late > 0 && t('workload.late', { count: late })].filter(
    Boolean,
  )
  return (
    <>
      <PageHeader
        title={t('nav.workload')}
        note={
          <span className="flex min-h-5.5">
            {domain && `${domain.name} · `}
            {found.data ? note.join(', ') : ''}
          </span>
        }
        actions={
          <Segments
            label={t('workload.days')}
            value={days}
            segments={DAYS.map(one => ({ value: one, label: t('workload.next', { count: Number(one) }) }))}
            onChange={days =>
              void navigate({
                to: '.',
                search: (now: Record<string, string>) => ({ ...now, days: days === '30' ? undefined : days }),
                replace: true,
              } as never)
            }
          />
        }
      />
      <div className="flex flex-col gap-8 px-5 pb-10 lg:px-8">
        {found.error ? (
          <Failed error={found.error} retry={() => void found.refetch()} />
        ) : !found.data ? (
          <Loading />
        ) : total === 0 ? (
          <Empty icon={<CircleCheck />} title={t('workload.none')} />
        ) : (
          tables.map(
            ({ name, by, rows }) =>
              rows.length > 0 && (
                <LoadTable key={name} title={t(`workload.${name}`)} by={by} rows={rows} until={until} />
              ),
          )
        )}
      </div>
    </>
  )
}

function LoadTable({ title, by, rows, until }: { title: string; by: string; rows: Load[]; until: string }) {
  const { t } = useTranslation()
  const most = Math.max(...rows.map(row => row.open))
  return (
    <section aria-label={title} className="max-w-5xl">
      <h2 className="mb-1 text-base">{title}</h2>
      <table aria-label={title} className="w-full table-fixed border-collapse text-sm">
        <thead>
          <tr className="border-line border-b text-ink-soft">
            <th scope="col" className="py-1.5 pr-3 text-left font-medium">
              {t('workload.who')}
            </th>
            {PARTS.map(part => (
              <th key={part} scope="col" className="w-22 px-2 py-1.5 text-right font-medium max-sm:w-18">
                {t(`workload.parts.${part}`)}
              </th>
            ))}
            <th scope="col" className="w-[38%] py-1.5 pl-5 text-left font-medium max-md:hidden">
              {t('workload.share')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={row.id} className="h-10 border-line border-b">
              <th scope="row" className="truncate pr-3 text-left font-medium" title={row.str}>
                {row.str}
              </th>
              {PARTS.map(part => (
                <td key={part} className="tabular px-2 text-right">
                  <Amount part={part} row={row} by={by} until={until} />
                </td>
              ))}
              <td className="pl-5 max-md:hidden">
                <Bar row={row} most={most} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Amount({ part, row, by, until }: { part: Part; row: Load; by: string; until: string }) {
  const { t } = useTranslation()
  const count = row[part]
  if (count === 0) return <span className="text-ink-faint">0</span>
  return (
    <Link
      to={to.list('task-nodes')}
      search={
        ((now: Record<string, string>) => ({
          domain: now.domain,
          ...listOf(part, by, row.id, until),
        })) as never
      }
      className={cn(
        'inline-block min-w-6 rounded-sm py-0.5 text-right underline decoration-line-strong underline-offset-3 hover:decoration-current',
        part === 'overdue' && 'font-semibold text-bad',
      )}
    >
      {formatNumber(count)}
      <span className="sr-only"> {t(`workload.parts.${part}`)}</span>
    </Link>
  )
}

/** How much of it is overdue, compared with whoever has the most. The numbers stand beside it. */
function Bar({ row, most }: { row: Load; most: number }) {
  const { overdue, due } = sharesOf(row, most)
  return (
    <span aria-hidden className="flex h-2.5 gap-0.5 overflow-hidden rounded-full bg-track">
      {overdue > 0 && <span className="hatched h-full bg-failed" style={{ width: `${overdue}%` }} />}
      {due > 0 && <span className="h-full bg-apart" style={{ width: `${due}%` }} />}
    </span>
  )
}
