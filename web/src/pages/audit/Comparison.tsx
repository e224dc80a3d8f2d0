/** What has changed since another audit of the same framework. */
import { useQuery } from '@tanstack/react-query'
import { ArrowRight, TrendingDown, TrendingUp } from 'lucide-react'
import { useMemo } from 'react'
import { formatNumber, formatShortDay } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'
import { Empty, Failed, Loading } from '@/ui/States'
import { type Audit, similarQuery, treeQuery } from './api'
import { type Difference, differences } from './model/compare'
import { tally } from './model/progress'
import { flatten, nameOf } from './model/tree'
import { ResultBar } from './ResultBar'
import { ResultWord } from './ResultMark'
import { useSearchState } from './usePage'
import { useWork } from './work'

export default function Comparison() {
  const { t } = useTranslation()
  const { audit } = useWork()
  const [search, set] = useSearchState()
  const found = useQuery(similarQuery(audit.framework.id))
  if (found.isPending) return <Loading />
  if (found.error) return <Failed error={found.error} retry={() => void found.refetch()} />
  const others = found.data.results.filter(one => one.id !== audit.id)
  const other = others.find(one => one.id === search.with) ?? others[0]
  if (!other)
    return (
      <Empty title={t('audit.nothingToCompare')}>
        <p>{t('audit.nothingToCompareHelp', { framework: audit.framework.str })}</p>
      </Empty>
    )
  return (
    <div className="flex flex-col gap-6 overflow-y-auto px-5 py-6 lg:px-8">
      <label className="flex flex-wrap items-center gap-2">
        <span className="text-ink-soft">{t('audit.compareWith')}</span>
        <select
          className="control w-auto max-w-full"
          value={other.id}
          onChange={event => set({ with: event.target.value })}
        >
          {others.map(one => (
            <option key={one.id} value={one.id}>
              {one.name} ({formatShortDay(String(one.created_at))})
            </option>
          ))}
        </select>
      </label>
      <Against other={other} />
    </div>
  )
}

function Against({ other }: { other: Audit }) {
  const { t } = useTranslation()
  const { nodes, total, audit } = useWork()
  const tree = useQuery(treeQuery(other.id))
  const earlier = useMemo(() => (tree.data ? flatten(tree.data) : []), [tree.data])
  const found = useMemo(() => differences(nodes, earlier), [nodes, earlier])
  if (tree.isPending) return <Loading />
  if (tree.error) return <Failed error={tree.error} retry={() => void tree.refetch()} />
  const count = (way: Difference['way']) => found.filter(one => one.way === way).length
  return (
    <>
      <dl className="grid max-w-3xl grid-cols-[minmax(0,auto)_minmax(8rem,1fr)_auto] items-center gap-x-4 gap-y-2 text-sm">
        {[
          { name: other.name, told: tally(earlier) },
          { name: audit.name, told: total },
        ].map(({ name, told }, at) => (
          <div key={at} className="contents">
            <dt className={cn('truncate', at === 1 && 'font-semibold')}>{name}</dt>
            <dd>
              <ResultBar tally={told} className="h-2" />
            </dd>
            <dd className="tabular text-ink-soft">
              {t('audit.of', { some: formatNumber(told.assessed), all: formatNumber(told.total) })}
            </dd>
          </div>
        ))}
      </dl>
      {found.length === 0 ? (
        <p className="text-ink-soft">{t('audit.same')}</p>
      ) : (
        <section aria-labelledby="different">
          <h2 id="different" className="text-lg">
            {t('audit.differences', { count: found.length })}
          </h2>
          <p className="mb-3 flex flex-wrap gap-x-4 text-sm">
            <span className="inline-flex items-center gap-1.5 text-good">
              <TrendingUp size={15} aria-hidden /> {t('audit.better', { count: count('better') })}
            </span>
            <span className="inline-flex items-center gap-1.5 text-bad">
              <TrendingDown size={15} aria-hidden /> {t('audit.worse', { count: count('worse') })}
            </span>
            <span className="text-ink-soft">{t('audit.otherwise', { count: count('changed') })}</span>
          </p>
          <ul className="border-line border-t">
            {found.map(one => (
              <DifferenceLine key={one.node.id} difference={one} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function DifferenceLine({ difference }: { difference: Difference }) {
  const { t } = useTranslation()
  const { choose } = useWork()
  const [, set] = useSearchState()
  const { node, before, after, scoreBefore, scoreAfter, way } = difference
  const score = (value: number | null) => (value === null ? '–' : formatNumber(value))
  return (
    <li className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b py-1.5 text-sm [contain-intrinsic-size:auto_2.25rem] [content-visibility:auto]">
      <span className="w-5 shrink-0">
        {way === 'better' && (
          <TrendingUp size={15} className="text-good" role="img" aria-label={t('audit.isBetter')} />
        )}
        {way === 'worse' && (
          <TrendingDown size={15} className="text-bad" role="img" aria-label={t('audit.isWorse')} />
        )}
      </span>
      <span className="tabular w-18 shrink-0 text-ink-soft">{node.ref_id}</span>
      <button
        type="button"
        title={nameOf(node)}
        onClick={() => {
          set({ tab: undefined, with: undefined, req: node.id })
          choose(node.id)
        }}
        className="min-w-0 grow basis-48 truncate rounded-sm text-left font-medium underline-offset-3 hover:underline"
      >
        {nameOf(node)}
      </button>
      <span className="flex items-center gap-2">
        <span className="w-36">
          {before ? (
            <ResultWord result={before} short />
          ) : (
            <span className="text-ink-faint">{t('audit.notThere')}</span>
          )}
        </span>
        <ArrowRight size={14} aria-hidden className="text-ink-faint" />
        <span className="w-36">
          <ResultWord result={after} short />
        </span>
        <span className="tabular w-16 text-right text-ink-soft">
          {scoreBefore !== scoreAfter && `${score(scoreBefore)} → ${score(scoreAfter)}`}
        </span>
      </span>
    </li>
  )
}
