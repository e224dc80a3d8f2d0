/** The control plan: recurring tasks by domain, over the months of a year or the weeks of a quarter. */
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import {
  CalendarSync,
  ChevronLeft,
  ChevronRight,
  Circle,
  CircleCheck,
  CircleDotDashed,
  CircleMinus,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react'
import { Fragment, type KeyboardEvent, useRef, useState } from 'react'
import { get } from '@/api/client'
import { useWithin } from '@/api/domains'
import type { Row } from '@/api/model'
import { pageQuery } from '@/api/objects'
import { formatDate, formatMonth, formatMonthYear, formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import type { ListProps } from '@/pages'
import { to } from '@/resource/address'
import { Button } from '@/ui/Button'
import { cn } from '@/ui/cn'
import { Segments } from '@/ui/Segments'
import { Empty, Failed, Loading } from '@/ui/States'
import { useNarrow } from '@/ui/useNarrow'
import { today } from '../due/days'
import {
  type Bucket,
  type Cell,
  firstDay,
  GRAINS,
  type Grain,
  MARKS,
  type Mark,
  markOf,
  monthNumber,
  monthsShown,
  period,
  weekNumber,
} from './plan'

type Task = Row & { name: string; bucket_status: Record<string, Cell> }

interface Review {
  folders: { folder_id: string | null; folder_name: string; tasks: Task[] }[]
  buckets: Bucket[]
}

/** Each has a shape of its own: the colour only repeats it. */
const LOOKS: Record<Mark, { icon: LucideIcon; look: string }> = {
  completed: { icon: CircleCheck, look: 'text-good' },
  in_progress: { icon: CircleDotDashed, look: 'text-info' },
  pending: { icon: Circle, look: 'text-ink-faint' },
  late: { icon: TriangleAlert, look: 'text-bad' },
  cancelled: { icon: CircleMinus, look: 'text-ink-faint' },
}

/** The tasks that the filters of the list leave, as far as there are any. */
function useFiltered(params: Record<string, string>): Set<string> | null | undefined {
  const { within: _, ordering: __, ...filters } = params
  const isOn = Object.keys(filters).length > 0
  const wanted = { ...params, is_recurrent: 'true', fields: 'id' }
  const found = useQuery({ ...pageQuery('task-templates', wanted, 0, 2000), enabled: isOn })
  if (!isOn) return null
  return found.data && new Set(found.data.results.map(row => row.id))
}

export default function ControlPlan({ params }: ListProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const within = useWithin()
  const narrow = useNarrow()
  const search = useSearch({ strict: false }) as { span?: string; from?: string }
  const now = today()
  const grain: Grain = search.span === 'weekly' ? 'weekly' : 'monthly'
  const asked = /^\d{4}-\d\d-01$/.test(search.from ?? '') ? (search.from as string) : now
  const count = monthsShown(grain, narrow)
  const { start, params: span } = period(monthNumber(asked), count)
  const wanted = { ...within, ...span, granularity: grain }
  const found = useQuery({
    queryKey: ['list', 'task-templates', 'yearly_review', wanted],
    queryFn: ({ signal }) => get<Review>('task-templates/yearly_review/', wanted, signal),
    staleTime: 15_000,
  })
  const left = useFiltered(params)
  const set = (change: { span?: Grain; from?: string }) =>
    void navigate({
      to: '.',
      search: (now: Record<string, string>) => ({ ...now, ...change }),
      replace: true,
    } as never)
  const folders = (found.data?.folders ?? [])
    .map(folder => ({ ...folder, tasks: folder.tasks.filter(task => !left || left.has(task.id)) }))
    .filter(folder => folder.tasks.length > 0)
  const named =
    count === 12
      ? String(span.start_year)
      : count === 1
        ? formatMonthYear(firstDay(start))
        : `${formatMonthYear(firstDay(start))} – ${formatMonthYear(firstDay(start + count - 1))}`
  return (
    <div className="flex flex-col gap-4 px-5 pb-10 lg:px-8">
      <div data-no-print className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Segments
          label={t('controlPlan.columns')}
          value={grain}
          segments={GRAINS.map(one => ({ value: one, label: t(`controlPlan.grains.${one}`) }))}
          onChange={one => set({ span: one })}
        />
        <div className="flex items-center gap-1">
          <Button
            look="quiet"
            icon={<ChevronLeft size={17} />}
            label={t('timeline.earlier')}
            onClick={() => set({ from: firstDay(start - count) })}
          />
          <Button onClick={() => set({ from: undefined })}>{t('timeline.today')}</Button>
          <Button
            look="quiet"
            icon={<ChevronRight size={17} />}
            label={t('timeline.later')}
            onClick={() => set({ from: firstDay(start + count) })}
          />
        </div>
        <h2 className="text-lg first-letter:uppercase" aria-live="polite">
          {named}
        </h2>
        <span className="grow" />
        <Legend />
      </div>
      {found.error ? (
        <Failed error={found.error} retry={() => void found.refetch()} />
      ) : !found.data || left === undefined ? (
        <Loading />
      ) : folders.length === 0 ? (
        <Empty icon={<CalendarSync />} title={t(left ? 'controlPlan.noneHere' : 'controlPlan.none')}>
          {!left && <p>{t('controlPlan.noneHelp')}</p>}
        </Empty>
      ) : (
        <Table folders={folders} buckets={found.data.buckets} grain={grain} today={now} />
      )}
    </div>
  )
}

function Legend() {
  const { t } = useTranslation()
  return (
    <ul aria-label={t('controlPlan.legend')} className="flex flex-wrap gap-x-4 gap-y-1 text-ink-soft text-sm">
      {MARKS.map(mark => {
        const { icon: Icon, look } = LOOKS[mark]
        return (
          <li key={mark} className="flex items-center gap-1.5">
            <Icon size={15} aria-hidden className={look} />
            {t(`controlPlan.marks.${mark}`)}
          </li>
        )
      })}
    </ul>
  )
}

interface TableProps {
  folders: Review['folders']
  buckets: Bucket[]
  grain: Grain
  today: string
}

function Table({ folders, buckets, grain, today }: TableProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLTableElement>(null)
  const tasks = folders.flatMap(folder => folder.tasks)
  const places = tasks.flatMap((task, row) =>
    buckets.flatMap((bucket, column) =>
      markOf(task.bucket_status[bucket.key], bucket, today) ? [`${row}:${column}`] : [],
    ),
  )
  // Tab stops at one cell; the arrow keys go to the others.
  const [at, setAt] = useState('')
  const stop = places.includes(at) ? at : places[0]
  const onKeyDown = (event: KeyboardEvent) => {
    const here = (event.target as HTMLElement).dataset.cell
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key]
    if (!here || !step || event.ctrlKey || event.metaKey || event.altKey) return
    let [row, column] = here.split(':').map(Number) as [number, number]
    event.preventDefault()
    for (;;) {
      row += step[0] ?? 0
      column += step[1] ?? 0
      if (row < 0 || column < 0 || row >= tasks.length || column >= buckets.length) return
      const next = box.current?.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`)
      if (!next) continue
      next.focus()
      return
    }
  }
  let row = -1
  return (
    <table
      ref={box}
      aria-label={t('list.plan')}
      onKeyDown={onKeyDown}
      className="w-full table-fixed border-collapse text-sm"
    >
      <thead>
        <tr className="border-line border-b">
          <th scope="col" className="w-[24%] max-sm:w-[44%] py-1.5 pr-3 text-left font-medium text-ink-soft">
            {t('controlPlan.task')}
          </th>
          {buckets.map(bucket => {
            const isNow = bucket.start <= today && today <= bucket.end
            return (
              <th
                key={bucket.key}
                scope="col"
                aria-current={isNow ? 'date' : undefined}
                title={`${formatDate(bucket.start)} – ${formatDate(bucket.end)}`}
                className={cn(
                  'px-0.5 py-1.5 text-center font-medium text-ink-soft',
                  isNow && 'bg-accent-soft text-accent-text',
                )}
              >
                {grain === 'monthly'
                  ? formatMonth(bucket.start)
                  : t('controlPlan.week', { number: weekNumber(bucket.key) })}
              </th>
            )
          })}
        </tr>
      </thead>
      <tbody>
        {folders.map(folder => (
          <Fragment key={folder.folder_id}>
            <tr>
              <th
                colSpan={buckets.length + 1}
                scope="colgroup"
                className="border-line border-b pt-4 pb-1.5 text-left font-semibold"
              >
                {folder.folder_name}
              </th>
            </tr>
            {folder.tasks.map(task => {
              row += 1
              const line = row
              return (
                <tr key={task.id} className="h-10 border-line border-b hover:bg-hover">
                  <th scope="row" className="pr-3 text-left font-medium">
                    <Link
                      to={to.item('task-templates', task.id)}
                      className="line-clamp-2 break-words rounded-sm hover:underline"
                    >
                      {task.name}
                    </Link>
                  </th>
                  {buckets.map((bucket, column) => (
                    <td
                      key={bucket.key}
                      className={cn(
                        'p-0 text-center',
                        bucket.start <= today && today <= bucket.end && 'bg-accent-soft',
                      )}
                    >
                      <CellLink
                        task={task}
                        bucket={bucket}
                        today={today}
                        place={`${line}:${column}`}
                        stop={stop}
                        onFocus={setAt}
                      />
                    </td>
                  ))}
                </tr>
              )
            })}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

interface CellProps {
  task: Task
  bucket: Bucket
  today: string
  place: string
  stop: string | undefined
  onFocus: (place: string) => void
}

/** Leads to the occurrence, or to the list of several. */
function CellLink({ task, bucket, today, place, stop, onFocus }: CellProps) {
  const { t } = useTranslation()
  const cell = task.bucket_status[bucket.key]
  const mark = markOf(cell, bucket, today)
  if (!cell || !mark) return null
  const { icon: Icon, look } = LOOKS[mark]
  const count = cell.node_ids.length
  const [only] = cell.node_ids
  const several = { task_template: task.id, due_date__gte: bucket.start, due_date__lte: bucket.end }
  return (
    <Link
      to={count === 1 && only ? to.item('task-nodes', only) : to.list('task-nodes')}
      search={
        ((now: Record<string, string>) => ({ domain: now.domain, ...(count > 1 ? several : {}) })) as never
      }
      data-cell={place}
      data-row={place.split(':')[0]}
      data-column={place.split(':')[1]}
      tabIndex={place === stop ? 0 : -1}
      onFocus={() => onFocus(place)}
      title={t(`controlPlan.marks.${mark}`)}
      className="mx-auto inline-flex h-8 min-w-8 items-center justify-center gap-1 rounded-md px-1 hover:bg-sunken"
    >
      <Icon size={17} aria-hidden className={look} />
      <span className="sr-only">{t(`controlPlan.marks.${mark}`)}</span>
      {count > 1 && (
        <span className="tabular text-ink-soft text-xs">
          <span aria-hidden>{formatNumber(count)}</span>
          <span className="sr-only">{t('controlPlan.occurrences', { count })}</span>
        </span>
      )}
    </Link>
  )
}
