/** Risks across domains: how many of which level, domain by domain, the worst of them, and decisions that wait. */
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChartColumnStacked, Flame, Layers, Stamp } from 'lucide-react'
import { get } from '@/api/client'
import { flatten, useDomain, useDomains, useWithin } from '@/api/domains'
import { isRef, type Row, useModel } from '@/api/model'
import { pageQuery } from '@/api/objects'
import { formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { Due } from '@/pages/due/Due'
import { Calm, Panel } from '@/pages/home/Panel'
import { colourOf, inkOn } from '@/pages/matrix/matrix'
import { to } from '@/resource/address'
import { NotFound } from '@/resource/ResourcePage'
import { PageHeader } from '@/shell/PageHeader'
import { cn } from '@/ui/cn'
import { ACCEPTANCES, SCENARIOS } from './api'
import LevelsCell from './LevelsCell'
import { STAGES, type Stage } from './model/scenario'

interface LevelCount {
  level: number
  name: string
  color: string
  value: number
}
type Counts = Record<Stage, LevelCount[]>

const countsQuery = (params: { within?: string }) =>
  queryOptions({
    queryKey: ['list', SCENARIOS, 'per level', params],
    queryFn: async ({ signal }) =>
      (await get<{ results: Counts }>(`${SCENARIOS}/count_per_level/`, params, signal)).results,
    staleTime: 30_000,
  })

const ABOVE = { within_tolerance: 'NO' }
/** More domains than this are better looked at one by one. */
const DOMAINS = 15

export default function RiskOverview() {
  const { t } = useTranslation()
  const model = useModel()
  const within = useWithin()
  const counts = useQuery(countsQuery(within))
  const above = useQuery(pageQuery(SCENARIOS, { ...within, ...ABOVE, ordering: '-current_level' }, 0, 8))
  if (!model.resources[SCENARIOS]) return <NotFound />
  return (
    <>
      <PageHeader title={t('risks.overview')} />
      <div className="grid items-start gap-5 px-5 pb-8 lg:px-8 xl:grid-cols-2">
        <Panel
          title={t('risk.byLevel')}
          icon={<ChartColumnStacked />}
          pending={counts.isPending}
          error={counts.error}
          retry={() => void counts.refetch()}
          step={{ label: t('risk.allScenarios'), to: to.list(SCENARIOS) }}
        >
          {counts.data && <Stages counts={counts.data} />}
        </Panel>
        <Panel
          title={t('risk.above')}
          icon={<Flame />}
          count={above.data?.count}
          alarm={(above.data?.count ?? 0) > 0}
          pending={above.isPending}
          error={above.error}
          retry={() => void above.refetch()}
          step={
            (above.data?.count ?? 0) > 0
              ? { label: t('risk.allAbove'), to: to.list(SCENARIOS), search: ABOVE }
              : undefined
          }
        >
          {above.data?.count === 0 ? (
            <Calm>{t('risk.noneAbove')}</Calm>
          ) : (
            <ul>
              {above.data?.results.map(row => (
                <Worst key={row.id} row={row} />
              ))}
            </ul>
          )}
        </Panel>
        <ByDomain />
        {model.resources[ACCEPTANCES] && <Waiting />}
      </div>
    </>
  )
}

/** One bar for each stage, with its numbers in words. */
function Stages({ counts }: { counts: Counts }) {
  const { t } = useTranslation()
  if (STAGES.every(stage => counts[stage].length === 0)) return <Calm>{t('risk.noRisks')}</Calm>
  return (
    <dl className="flex flex-col gap-4 py-1">
      {STAGES.map(stage => (
        <div key={stage}>
          <dt className="mb-1 font-medium text-sm">{t(`risk.stages.${stage}`)}</dt>
          <dd>
            <Bar counts={counts[stage]} />
            <ul className="mt-1.5 flex flex-wrap gap-x-3.5 text-ink-soft text-xs">
              {worstFirst(counts[stage]).map(one => (
                <li key={`${one.level} ${one.name}`} className="inline-flex min-h-6 items-center gap-1.5">
                  <span aria-hidden style={fillOf(one)} className="size-3 rounded-sm bg-track" />
                  <span className="tabular font-semibold">{formatNumber(one.value)}</span>
                  {one.level < 0 ? t('risk.unrated').toLowerCase() : one.name.toLowerCase()}
                </li>
              ))}
            </ul>
          </dd>
        </div>
      ))}
    </dl>
  )
}

const worstFirst = (counts: LevelCount[]) => [...counts].sort((one, other) => other.level - one.level)

const fillOf = (count: LevelCount) => {
  const colour = colourOf(count.color)
  return colour ? { backgroundColor: colour, color: inkOn(colour) } : undefined
}

function Bar({ counts }: { counts: LevelCount[] }) {
  return (
    <div
      aria-hidden
      className="flex h-5 gap-[1.5px] overflow-hidden rounded-md bg-track [print-color-adjust:exact]"
    >
      {worstFirst(counts).map(one => (
        <span
          key={`${one.level} ${one.name}`}
          style={{ ...fillOf(one), flexGrow: one.value }}
          className="grid min-w-0 place-items-center overflow-hidden font-medium text-xs"
        >
          {formatNumber(one.value)}
        </span>
      ))}
    </div>
  )
}

function Worst({ row }: { row: Row }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t py-2 text-sm first:border-t-0">
      <span className="min-w-0 grow basis-52">
        <Link
          to={to.item(SCENARIOS, row.id)}
          className="break-words rounded-sm font-medium underline-offset-3 hover:underline"
        >
          {String(row.name)}
        </Link>
        {isRef(row.risk_assessment) && (
          <span className="block text-ink-soft text-xs">{row.risk_assessment.str}</span>
        )}
      </span>
      <LevelsCell row={row} />
    </li>
  )
}

/** The domains below the chosen one, each with its subdomains. */
function ByDomain() {
  const { t } = useTranslation()
  const tree = useDomains()
  const chosen = useDomain()
  const here = flatten(chosen ?? tree)[0]
  const domains = (here?.children ?? []).filter(domain => domain.viewable).slice(0, DOMAINS)
  const found = useQueries({ queries: domains.map(domain => countsQuery({ within: domain.uuid })) })
  const lines = domains
    .map((domain, at) => ({ domain, counts: found[at]?.data?.current ?? [] }))
    .map(line => ({ ...line, count: line.counts.reduce((sum, one) => sum + one.value, 0) }))
    .filter(line => line.count > 0)
  return (
    <Panel title={t('risk.byDomain')} icon={<Layers />} pending={found.some(one => one.isPending)}>
      {lines.length === 0 ? (
        <Calm>{t('risk.noSubdomains')}</Calm>
      ) : (
        <ul>
          {lines.map(({ domain, counts, count }) => (
            <li
              key={domain.uuid}
              className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_auto] items-center gap-3 border-line border-t py-2 text-sm first:border-t-0"
            >
              <Link
                to="."
                search={{ domain: domain.uuid } as never}
                className="truncate rounded-sm font-medium underline-offset-3 hover:underline"
              >
                {domain.name}
              </Link>
              <Bar counts={counts} />
              <span className="sr-only">
                {worstFirst(counts)
                  .map(one => `${one.value} ${one.level < 0 ? t('risk.unrated') : one.name}`)
                  .join(', ')}
              </span>
              <span className="tabular text-ink-soft">{t('risk.scenariosCount', { count })}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** Acceptances that wait for a decision, or end soon. */
function Waiting() {
  const { t } = useTranslation()
  const within = useWithin()
  const asked = useQuery(pageQuery(ACCEPTANCES, { ...within, state: 'submitted' }, 0, 5))
  const ending = useQuery(pageQuery(ACCEPTANCES, { ...within, to_review: true }, 0, 5))
  const rows = [...(asked.data?.results ?? []), ...(ending.data?.results ?? [])]
  return (
    <Panel
      title={t('risk.toDecide')}
      icon={<Stamp />}
      count={(asked.data?.count ?? 0) + (ending.data?.count ?? 0)}
      pending={asked.isPending || ending.isPending}
      error={asked.error ?? ending.error}
      step={{ label: t('risk.allAcceptances'), to: to.list(ACCEPTANCES) }}
    >
      {rows.length === 0 ? (
        <Calm>{t('risk.nothingWaits')}</Calm>
      ) : (
        <ul>
          {rows.map(row => (
            <li
              key={row.id}
              className="flex flex-wrap items-center justify-between gap-x-3 border-line border-t py-2 text-sm first:border-t-0"
            >
              <Link
                to={to.item(ACCEPTANCES, row.id)}
                className="min-w-0 break-words rounded-sm font-medium underline-offset-3 hover:underline"
              >
                {String(row.name)}
              </Link>
              <span className={cn('text-ink-soft', row.state === 'accepted' && 'empty:hidden')}>
                {row.state === 'submitted' && isRef(row.approver)
                  ? t('risk.waitsFor', { name: row.approver.str })
                  : typeof row.expiry_date === 'string' && (
                      <Due ends day={row.expiry_date} what={t('risk.expiry')} soon={30} />
                    )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
