/** Coverage of a framework across the audits that are under way. */
import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useModel } from '@/api/model'
import { formatNumber, formatPercent } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { to } from '@/resource/address'
import { QUIET, Section } from '@/resource/detail/Section'
import { ChoiceValue } from '@/resource/value/ChoiceValue'
import { Skeleton } from '@/ui/States'
import { AUDITS } from '../audit/api'
import type { Tally } from '../audit/model/progress'
import { RESULTS } from '../audit/model/tree'
import { ResultBar } from '../audit/ResultBar'
import { ResultMark, useResultWords } from '../audit/ResultMark'
import { Due } from '../due/Due'
import { type LiveAudit, liveQuery, type Part, partsQuery, together, wholeOf } from './coverage'

export function Coverage({ framework }: { framework: string }) {
  const { t } = useTranslation()
  const resource = useModel().resources[AUDITS]
  const live = useQuery({ ...liveQuery(framework), enabled: !!resource })
  const { results: audits = [], count = 0 } = live.data ?? {}
  const parts = useQueries({ queries: audits.map(audit => partsQuery(audit.id)) })
  if (audits.length === 0) return null
  const known = parts.flatMap(one => (one.data ? [one.data] : []))
  const sections = together(known)
  return (
    <Section
      title={t('framework.coverage')}
      action={
        count > audits.length && (
          <Link to={to.list(AUDITS)} search={{ framework } as never} className={QUIET}>
            {t('framework.allAudits', { count })}
          </Link>
        )
      }
    >
      {known.length < audits.length ? (
        <Skeleton className="mt-2 h-32 w-full" />
      ) : (
        <div className="flex flex-col gap-4 pt-1">
          <Whole tally={wholeOf(sections)} audits={audits.length} all={count} />
          <div className="grid items-start gap-x-10 gap-y-4 lg:grid-cols-2">
            <ul aria-label={t('framework.audits')} className="text-sm">
              {audits.map((audit, at) => (
                <AuditLine key={audit.id} audit={audit} tally={wholeOf(parts[at]?.data ?? [])} />
              ))}
            </ul>
            {sections.length > 1 && <Sections sections={sections} />}
          </div>
        </div>
      )}
    </Section>
  )
}

function Whole({ tally, audits, all }: { tally: Tally; audits: number; all: number }) {
  const { t } = useTranslation()
  const words = useResultWords()
  return (
    <div>
      <p className="mb-1.5 text-ink-soft text-sm">
        {t('framework.assessedIn', {
          count: audits,
          some: formatNumber(tally.assessed),
          total: formatNumber(tally.total),
        })}{' '}
        {all > audits && t('framework.latestOnly')}
      </p>
      <ResultBar tally={tally} className="h-2.5" />
      <ul className="mt-1.5 flex flex-wrap gap-x-4 text-ink-soft text-xs">
        {RESULTS.map(result => (
          <li key={result} className="inline-flex min-h-6 items-center gap-1.5">
            <ResultMark result={result} size={13} />
            <span className="tabular font-semibold">{formatNumber(tally.results[result])}</span>
            {words.full(result).toLowerCase()}
          </li>
        ))}
      </ul>
    </div>
  )
}

function AuditLine({ audit, tally }: { audit: LiveAudit; tally: Tally }) {
  const { t } = useTranslation()
  const resource = useModel().resources[AUDITS]
  const field = resource?.fields.find(one => one.name === 'status')
  const choice = field?.choices?.find(one => one.key === audit.status)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-line border-t py-2">
      <span className="min-w-0">
        <Link
          to={to.item(AUDITS, audit.id)}
          title={audit.name}
          className="block truncate rounded-sm font-medium underline-offset-3 hover:underline"
        >
          {audit.name}
        </Link>
        {audit.folder && <span className="block truncate text-ink-soft">{audit.folder.str}</span>}
      </span>
      <span className="flex flex-col items-end gap-0.5">
        {resource && field && choice && <ChoiceValue resource={resource} field={field} choice={choice} />}
        {audit.due_date && <Due day={audit.due_date} what={t('framework.dueDate')} />}
      </span>
      <span className="col-span-2">
        <ResultBar tally={tally} className="h-1.5" />
      </span>
    </li>
  )
}

function Sections({ sections }: { sections: Part[] }) {
  const { t } = useTranslation()
  return (
    <table className="w-full table-fixed text-sm">
      <thead className="text-left text-ink-faint text-xs">
        <tr className="border-line border-t">
          <th className="py-2 font-medium">{t('audit.section')}</th>
          <th className="w-16 py-2 text-right font-medium">{t('audit.met')}</th>
          <th className="w-[40%] py-2 pl-5 font-medium">{t('audit.resultsTitle')}</th>
        </tr>
      </thead>
      <tbody>
        {sections.map(({ id, ref_id, name, tally }) => (
          <tr key={id} className="border-line border-t">
            <td className="truncate py-2 pr-3" title={name ?? undefined}>
              {ref_id && <span className="mr-1 font-semibold">{ref_id}</span>} {name !== ref_id && name}
            </td>
            <td className="tabular text-right">
              {formatPercent(
                Math.round(
                  ((tally.results.compliant + tally.results.not_applicable) / Math.max(1, tally.total)) * 100,
                ),
              )}
            </td>
            <td className="pl-5">
              <ResultBar tally={tally} className="h-2" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
