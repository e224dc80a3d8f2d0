/** What the audit says about another framework, line by line, each with its reason. */
import { useQuery } from '@tanstack/react-query'
import { ArrowRight, Eye } from 'lucide-react'
import { useMemo, useState } from 'react'
import { formatNumber, formatPercent } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { Badge } from '@/ui/Badge'
import { ButtonLink } from '@/ui/Button'
import { Segments } from '@/ui/Segments'
import { Empty, Failed, Loading } from '@/ui/States'
import { ResultBar } from '../ResultBar'
import { ResultMark, ResultWord } from '../ResultMark'
import { useSearchState } from '../usePage'
import { useWork } from '../work'
import { derivedQuery, useOthers } from './api'
import { type Derived, type Line, PARTS, type Part, type Source, tallyOf } from './model'

export default function Lines() {
  const { t } = useTranslation()
  const { audit } = useWork()
  const [search, set] = useSearchState()
  const others = useOthers(audit, true)
  const shown = others.find(one => one.id === search.about) ?? others[0]
  const derived = useQuery({ ...derivedQuery(audit.id, shown?.id ?? ''), enabled: !!shown })
  if (!shown)
    return (
      <Empty title={t('audit.derived.none')}>
        <p>{t('audit.derived.noneHelp', { framework: audit.framework.str })}</p>
        <ButtonLink to="/stored-libraries">{t('audit.toLibrary')}</ButtonLink>
      </Empty>
    )
  return (
    <div className="flex flex-col gap-5 overflow-y-auto px-5 py-6 lg:px-8">
      <label className="flex flex-wrap items-center gap-2">
        <span className="text-ink-soft">{t('audit.derived.title')}</span>
        <select
          className="control w-auto max-w-full"
          value={shown.id}
          onChange={event => set({ about: event.target.value })}
        >
          {others.map(one => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </select>
      </label>
      {derived.data ? (
        <Found derived={derived.data} />
      ) : derived.error ? (
        <Failed error={derived.error} retry={() => void derived.refetch()} />
      ) : (
        <Loading />
      )}
    </div>
  )
}

function Found({ derived }: { derived: Derived }) {
  const { t } = useTranslation()
  const [part, setPart] = useState<Part>('all')
  const lines = useMemo(() => derived.requirements.filter(line => line.assessable), [derived])
  const tally = tallyOf(derived)
  const between = derived.path.slice(1, -1)
  const shown = lines.filter(PARTS[part])
  return (
    <>
      <section className="max-w-5xl" aria-label={derived.framework.name}>
        <div className="mb-1.5 flex flex-wrap justify-between gap-x-4 text-sm">
          <span>
            {t('audit.derived.answered', {
              some: formatNumber(tally.assessed),
              all: formatNumber(tally.total),
              open: formatNumber(tally.total - tally.assessed),
            })}
          </span>
          <span className="tabular font-semibold">
            {tally.total > 0 && formatPercent((tally.assessed / tally.total) * 100)}
          </span>
        </div>
        <ResultBar tally={tally} className="h-2" />
        <p className="mt-2 text-ink-soft text-sm">
          {t('audit.derived.live')}
          {between.length > 0 && ` ${t('audit.derived.through', { frameworks: between.join(', ') })}`}
        </p>
      </section>
      <Segments
        label={t('audit.derived.show')}
        value={part}
        onChange={setPart}
        segments={(Object.keys(PARTS) as Part[]).map(value => ({
          value,
          label: t(`audit.derived.parts.${value}`),
          count: lines.filter(PARTS[value]).length,
        }))}
      />
      {shown.length === 0 ? (
        <Empty title={t('audit.noneFound')} />
      ) : (
        <ul className="max-w-5xl" aria-label={t('audit.requirements')}>
          {shown.map(line => (
            <OneLine key={line.id} line={line} />
          ))}
        </ul>
      )}
    </>
  )
}

function OneLine({ line }: { line: Line }) {
  const { t } = useTranslation()
  const decides = line.sources.find(source => source.decides) ?? line.sources[0]
  const name = decides?.ref_id || decides?.name || ''
  return (
    // What is far down is laid out once it comes into sight.
    <li className="grid gap-x-6 gap-y-1.5 border-line border-b py-3 text-sm [contain-intrinsic-size:auto_5rem] [content-visibility:auto] lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="min-w-0">
        <p>
          {line.ref_id && line.ref_id !== line.name && (
            <span className="tabular mr-2 font-semibold">{line.ref_id}</span>
          )}
          <span className="font-medium">{line.name}</span>
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-2">
          {line.result ? (
            <ResultWord result={line.result} />
          ) : (
            <span className="text-ink-faint">{t('audit.derived.notCovered')}</span>
          )}
          {PARTS.review(line) && (
            <span title={t('audit.derived.checkHelp')}>
              <Badge tone="warn">
                <Eye size={12} aria-hidden />
                {t('audit.derived.check')}
              </Badge>
            </span>
          )}
        </p>
      </div>
      <div className="min-w-0">
        <p className="text-ink-soft">
          {line.reason ? t(`audit.derived.reasons.${line.reason}`, { name }) : t('audit.derived.noMapping')}
        </p>
        {line.sources.length > 0 && (
          <ul className="mt-1 flex flex-col">
            {line.sources.map(source => (
              <From key={source.requirement_assessment} source={source} />
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}

/** A requirement of this audit that the line follows from; it opens in the list. */
function From({ source }: { source: Source }) {
  const { t } = useTranslation()
  const { nodes, choose } = useWork()
  const [, set] = useSearchState()
  const node = nodes.find(one => one.ra_id === source.requirement_assessment)
  return (
    <li>
      <button
        type="button"
        disabled={!node}
        onClick={() => {
          if (!node) return
          set({ tab: undefined, about: undefined, req: node.id })
          choose(node.id)
        }}
        className="group/from flex min-h-7 max-w-full items-center gap-2 rounded-sm text-left"
      >
        <ResultMark result={source.result} />
        <span className="tabular shrink-0 font-medium group-hover/from:underline">{source.ref_id}</span>
        <span className="truncate text-ink-soft">{source.name}</span>
        <span className="flex shrink-0 items-center gap-1 text-ink-faint text-xs">
          <ArrowRight size={12} aria-hidden />
          {t(`audit.derived.relations.${source.relationship}`)}
          {source.is_assumed && `, ${t('audit.derived.assumed')}`}
        </span>
      </button>
    </li>
  )
}
