/** Open controls by impact and effort: what to do first. The table beside the grid has the same in words. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { get } from '@/api/client'
import { type Choice, field, type Resource } from '@/api/model'
import { formatNumber } from '@/i18n/format'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import type { ListProps } from '@/pages'
import { to } from '@/resource/address'
import { ChoiceValue } from '@/resource/value/ChoiceValue'
import { cn } from '@/ui/cn'
import { Segments } from '@/ui/Segments'
import { Empty, Failed, Loading } from '@/ui/States'
import { filtersOf } from '../charts/ways'
import { type ImpactEffort, nameOf, QUADRANTS, type Weighed } from './cells'
import { Grid } from './Grid'

const weighedQuery = (path: string, params: Record<string, string>) =>
  queryOptions({
    queryKey: ['list', path, 'impact and effort', params],
    queryFn: ({ signal }) => get<ImpactEffort>(`${path}/impact_effort/`, params, signal),
    staleTime: 15_000,
  })

/** More would only be scrolled past; a cell or a filter leads to the rest. */
const MOST = 100

export default function Quadrant({ resource, params }: ListProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as { cell?: string; quadrant?: string }
  const found = useQuery(weighedQuery(resource.path, params))
  const [impact, effort] = [field(resource, 'control_impact'), field(resource, 'effort')]
  if (found.isPending) return <Loading />
  if (found.error) return <Failed error={found.error} retry={() => void found.refetch()} />
  const { cells, controls, unrated } = found.data
  if (!impact?.choices || !effort?.choices) return null
  if (controls.length === 0)
    return (
      <Empty title={t('quadrant.empty')}>
        <p>{t('quadrant.emptyHelp')}</p>
        <Unrated centred resource={resource} params={params} count={unrated} />
      </Empty>
    )
  const set = (change: { cell?: string; quadrant?: string }) =>
    void navigate({
      to: '.',
      search: (now: Record<string, string>) => ({ ...now, ...change }),
      replace: true,
    } as never)
  const quadrant = QUADRANTS.find(one => one === search.quadrant)
  const shown = controls.filter(
    one =>
      (!search.cell || nameOf(one.impact, one.effort) === search.cell) &&
      (!quadrant || one.quadrant === quadrant),
  )
  return (
    <div className="min-h-0 grow overflow-y-auto border-line border-t">
      <div className="grid items-start gap-x-8 gap-y-6 px-5 py-5 lg:px-8 xl:grid-cols-[minmax(0,29rem)_minmax(0,1fr)]">
        <section aria-labelledby="quadrant" className="min-w-0 rounded-lg border border-line bg-raised p-4">
          <h2 id="quadrant" className="mb-3 text-base">
            {t('quadrant.chart')}
          </h2>
          <Grid
            resource={resource}
            impact={impact}
            effort={effort}
            cells={cells}
            picked={search.cell}
            onPick={name => set({ cell: name === search.cell ? undefined : name, quadrant: undefined })}
          />
        </section>
        <section aria-labelledby="weighed" className="@container flex min-w-0 flex-col gap-3">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <h2 id="weighed" className="text-base">
              {t('quadrant.first')}
            </h2>
            {search.cell && (
              <button
                type="button"
                onClick={() => set({ cell: undefined })}
                className="inline-flex min-h-6 items-center gap-1 rounded-full bg-accent-soft px-2.5 text-accent-text text-xs hover:brightness-95"
              >
                <Cell name={search.cell} resource={resource} />
                <X size={12} aria-hidden />
                <span className="sr-only">{t('quadrant.all')}</span>
              </button>
            )}
          </div>
          <Segments
            label={t('quadrant.kind')}
            value={quadrant ?? ''}
            segments={[
              { value: '', label: t('quadrant.every'), count: controls.length },
              ...QUADRANTS.map(value => ({
                value,
                label: t(`quadrant.kinds.${value}`),
                count: controls.filter(one => one.quadrant === value).length,
              })),
            ]}
            onChange={value => set({ quadrant: value || undefined, cell: undefined })}
          />
          {quadrant && <p className="text-ink-soft text-sm">{t(`quadrant.kindHelp.${quadrant}`)}</p>}
          <Table resource={resource} controls={shown} />
          <Unrated resource={resource} params={params} count={unrated} />
        </section>
      </div>
    </div>
  )
}

/** The name of a cell in words. */
function Cell({ name, resource }: { name: string; resource: Resource }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const [impact, effort] = name.split('-')
  const word = (of: string, key: string | undefined) => {
    const known = field(resource, of)
    const choice = known?.choices?.find(one => String(one.key) === key)
    return known && choice ? labels.choice(resource, known, choice).toLowerCase() : ''
  }
  return (
    <span>
      {t('quadrant.cell', { impact: word('control_impact', impact), effort: word('effort', effort) })}
    </span>
  )
}

const HEAD = 'border-line border-b py-1.5 pr-3 text-left font-medium'
const CELL = 'border-line border-b py-2 pr-3'

function Table({ resource, controls }: { resource: Resource; controls: Weighed[] }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const name = (of: string) => {
    const known = field(resource, of)
    return known ? labels.field(resource, known) : ''
  }
  const value = (of: string, key: unknown) => {
    const known = field(resource, of)
    const choice = known?.choices?.find((one: Choice) => one.key === key)
    return known && choice && choice.key !== '--' ? { known, choice } : null
  }
  const word = (of: string, key: unknown) => {
    const found = value(of, key)
    return found ? labels.choice(resource, found.known, found.choice) : '—'
  }
  if (controls.length === 0) return <p className="text-ink-soft text-sm">{t('quadrant.none')}</p>
  return (
    <>
      <table className="w-full text-sm">
        <caption className="sr-only">{t('quadrant.first')}</caption>
        <thead className="text-ink-soft">
          <tr>
            <th scope="col" className={HEAD}>
              {labels.name(resource)}
            </th>
            <th scope="col" className={`${HEAD} hidden @2xl:table-cell`}>
              {name('control_impact')}
            </th>
            <th scope="col" className={`${HEAD} hidden @2xl:table-cell`}>
              {name('effort')}
            </th>
            <th scope="col" className={HEAD}>
              {name('status')}
            </th>
            <th scope="col" className={`${HEAD} max-sm:hidden`}>
              {name('priority')}
            </th>
          </tr>
        </thead>
        <tbody>
          {controls.slice(0, MOST).map(one => {
            const [status, priority] = [value('status', one.status), value('priority', one.priority)]
            return (
              <tr key={one.id} className="hover:bg-hover">
                <th scope="row" className={`${CELL} text-left font-medium`}>
                  <Link
                    to={to.item(resource.path, one.id)}
                    className="break-words rounded-sm underline-offset-3 hover:underline"
                  >
                    {one.name}
                  </Link>
                  <span className="block font-normal text-ink-soft text-xs @2xl:hidden">
                    {t('quadrant.cell', {
                      impact: word('control_impact', one.impact).toLowerCase(),
                      effort: word('effort', one.effort).toLowerCase(),
                    })}
                  </span>
                </th>
                <td className={`${CELL} hidden @2xl:table-cell`}>{word('control_impact', one.impact)}</td>
                <td className={`${CELL} hidden @2xl:table-cell`}>{word('effort', one.effort)}</td>
                <td className={CELL}>
                  {status && <ChoiceValue resource={resource} field={status.known} choice={status.choice} />}
                </td>
                <td className={`${CELL} max-sm:hidden`}>
                  {priority ? (
                    <ChoiceValue resource={resource} field={priority.known} choice={priority.choice} />
                  ) : (
                    <span className="text-ink-faint">—</span>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {controls.length > MOST && (
        <p className="text-ink-soft text-sm">
          {t('quadrant.more', { count: controls.length - MOST, some: formatNumber(MOST) })}
        </p>
      )}
    </>
  )
}

interface UnratedProps {
  resource: Resource
  params: Record<string, string>
  count: number
  centred?: boolean
}

/** What is not in the grid, and the lists in which it can be rated. */
function Unrated({ resource, params, count, centred }: UnratedProps) {
  const { t } = useTranslation()
  if (count === 0) return null
  const way = (of: string, label: string) => (
    <Link
      to={to.list(resource.path)}
      search={{ ...filtersOf(params), [`${of}__isnull`]: 'true' } as never}
      className="inline-flex min-h-6 items-center rounded-sm text-accent-text underline-offset-3 hover:underline"
    >
      {label}
    </Link>
  )
  return (
    <p
      className={cn('flex flex-wrap items-center gap-x-3 text-ink-soft text-sm', centred && 'justify-center')}
    >
      <span>{t('quadrant.unrated', { count })}</span>
      {way('control_impact', t('quadrant.noImpact'))}
      {way('effort', t('quadrant.noEffort'))}
    </p>
  )
}
