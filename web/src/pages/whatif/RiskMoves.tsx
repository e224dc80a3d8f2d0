/** Where the risks would be: the map of each assessment with an arrow for every scenario that moves, and the same in words. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type Params, request } from '@/api/client'
import { DRAFT } from '@/api/draft'
import type { Page } from '@/api/objects'
import { useTranslation } from '@/i18n/react'
import { levelsOf, type MatrixDefinition } from '@/pages/matrix/matrix'
import { to } from '@/resource/address'
import { Section } from '@/resource/detail/Section'
import { Segments } from '@/ui/Segments'
import { Failed, Skeleton } from '@/ui/States'
import { ASSESSMENTS, type Assessment, MATRICES, SCENARIOS } from '../risk/api'
import { HeatMap } from '../risk/HeatMap'
import { levelAt, type Place, type Scenario, STAGES, type Stage } from '../risk/model/scenario'
import { RiskBadge } from '../risk/RiskBadge'
import type { ComparedObject } from './api'
import { BeforeAfter } from './BeforeAfter'
import { movesOf } from './moves'

/** So many ids fit into an address. */
const MOST_SCENARIOS = 100
const MOST_MAPS = 4
const MOST_ON_MAP = 1000

/** Reads in the draft or in the present, whatever the page around it does. */
const read = async <T,>(path: string, params: Params, signal: AbortSignal): Promise<T> =>
  (await request<T>(path, { params, signal, present: true })).data

const list = async (params: Params, signal: AbortSignal) =>
  (await read<Page<Scenario>>(`${SCENARIOS}/`, { limit: MOST_ON_MAP, ordering: 'ref_id', ...params }, signal))
    .results

/** The assessments of the scenarios that change; of a deleted one, as it is today. */
const assessmentsQuery = (draft: string, fingerprint: string, scenarios: ComparedObject[]) =>
  queryOptions({
    queryKey: ['item', SCENARIOS, 'moved', draft, fingerprint],
    queryFn: async ({ signal }) => {
      const id = scenarios
        .slice(0, MOST_SCENARIOS)
        .map(one => one.id)
        .join(',')
      const fields = 'id,risk_assessment'
      const both = await Promise.all([
        list({ id, fields, [DRAFT]: draft }, signal),
        list({ id, fields }, signal),
      ])
      const found = both.flat().map(one => one.risk_assessment as { id: string; str: string })
      return [...new Map(found.map(one => [one.id, one])).values()]
    },
  })

/** One assessment in both worlds. It may be new in the draft, or deleted there. */
const mapQuery = (draft: string, fingerprint: string, id: string) =>
  queryOptions({
    queryKey: ['item', ASSESSMENTS, id, 'moved', draft, fingerprint],
    queryFn: async ({ signal }) => {
      const params = { risk_assessment: id }
      const one = (more: Params) => read<Assessment>(`${ASSESSMENTS}/${id}/`, more, signal)
      const assessment = await one({ [DRAFT]: draft }).catch(() => one({}))
      const [matrix, after, before] = await Promise.all([
        read<{ json_definition: MatrixDefinition }>(
          `${MATRICES}/${assessment.risk_matrix.id}/`,
          { [DRAFT]: draft },
          signal,
        ),
        // The filter refuses an assessment that does not exist there: then it has no scenarios.
        list({ ...params, [DRAFT]: draft }, signal).catch((): Scenario[] => []),
        list(params, signal).catch((): Scenario[] => []),
      ])
      return { assessment, matrix: matrix.json_definition, after, before }
    },
  })

interface Props {
  draft: string
  fingerprint: string
  scenarios: ComparedObject[]
}

export function RiskMoves({ draft, fingerprint, scenarios }: Props) {
  const { t } = useTranslation()
  const found = useQuery(assessmentsQuery(draft, fingerprint, scenarios))
  return (
    <Section title={t('compared.moves')}>
      <div className="mt-2 flex flex-col gap-6">
        {found.error ? (
          <Failed error={found.error} retry={() => void found.refetch()} />
        ) : found.data ? (
          <>
            {found.data.slice(0, MOST_MAPS).map(one => (
              <OneMap key={one.id} draft={draft} fingerprint={fingerprint} id={one.id} />
            ))}
            {found.data.slice(MOST_MAPS).map(one => (
              <Link
                key={one.id}
                to={to.item(ASSESSMENTS, one.id)}
                search={{ [DRAFT]: draft } as never}
                className="w-fit rounded-sm font-medium text-accent-text underline-offset-3 hover:underline"
              >
                {one.str}
              </Link>
            ))}
          </>
        ) : (
          <Skeleton className="h-80 w-full rounded-lg" />
        )}
      </div>
    </Section>
  )
}

function OneMap({ draft, fingerprint, id }: { draft: string; fingerprint: string; id: string }) {
  const { t, i18n } = useTranslation()
  const found = useQuery(mapQuery(draft, fingerprint, id))
  const [chosen, setChosen] = useState<Stage | null>(null)
  if (found.error) return <Failed error={found.error} retry={() => void found.refetch()} />
  if (!found.data) return <Skeleton className="h-80 w-full rounded-lg" />
  const { assessment, matrix, before, after } = found.data
  const moves = (stage: Stage) => movesOf(before, after, stage, matrix)
  // Where most people look, unless nothing moves there.
  const usual = (['current', 'residual', 'inherent'] as const).find(stage => moves(stage).length > 0)
  const stage = chosen ?? usual ?? 'current'
  const moved = moves(stage)
  const risks = levelsOf(matrix, i18n.language).risk
  const badge = (place: Place | null) => {
    const level = place && levelAt(matrix, place)
    return <RiskBadge level={level === null ? undefined : risks[level]} />
  }
  return (
    <div className="grid items-start gap-x-8 gap-y-4 @4xl:grid-cols-[minmax(0,29.5rem)_minmax(0,1fr)]">
      <div className="flex min-w-0 flex-col gap-3 rounded-lg border border-line bg-raised p-4 pl-2">
        <div className="flex flex-wrap items-center justify-between gap-2 pl-2">
          <h3 className="min-w-0">
            <Link
              to={to.item(ASSESSMENTS, assessment.id)}
              search={{ [DRAFT]: draft } as never}
              className="rounded-sm font-medium underline-offset-3 hover:underline"
            >
              {assessment.name}
            </Link>
          </h3>
          <Segments
            label={t('risk.stage')}
            value={stage}
            segments={STAGES.map(value => ({ value, label: t(`risk.stages.${value}`) }))}
            onChange={setChosen}
          />
        </div>
        <HeatMap
          label={t('compared.mapOf', {
            name: assessment.name,
            stage: t(`risk.stages.${stage}`).toLowerCase(),
          })}
          matrix={matrix}
          scenarios={after}
          stage={stage}
          tolerance={assessment.risk_tolerance}
          moves={moved}
        />
        <p className="pl-2 text-ink-soft text-xs">{t('compared.mapHelp')}</p>
      </div>
      <div className="min-w-0">
        <p className="border-line border-b pb-1.5 font-medium">
          {moved.length > 0 ? t('compared.moved', { count: moved.length }) : t('compared.stay')}
        </p>
        <ul>
          {moved.map(({ scenario, from, to: place }) => (
            <li
              key={scenario.id}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-b py-2 text-sm"
            >
              <span className="min-w-0 grow basis-48">
                {scenario.ref_id && <span className="tabular mr-2 text-ink-soft">{scenario.ref_id}</span>}
                {after.includes(scenario) ? (
                  <Link
                    to={to.item(SCENARIOS, scenario.id)}
                    search={{ [DRAFT]: draft } as never}
                    className="rounded-sm font-medium underline-offset-3 hover:underline"
                  >
                    {scenario.name}
                  </Link>
                ) : (
                  <span className="font-medium line-through">{scenario.name}</span>
                )}
              </span>
              <BeforeAfter before={badge(from)} after={badge(place)} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
