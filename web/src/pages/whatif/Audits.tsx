/** Audits that the what-if touches: their numbers today and then. */
import { Link } from '@tanstack/react-router'
import { DRAFT } from '@/api/draft'
import { formatNumber, formatPercent } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { to } from '@/resource/address'
import { Section } from '@/resource/detail/Section'
import { AUDITS } from '../audit/api'
import type { AuditNumbers, ComparedAudit } from './api'
import { BeforeAfter } from './BeforeAfter'

type Numbers = AuditNumbers | null

/** What is told of an audit, in words; nothing where there is no such number. */
const TOLD: [string, (numbers: AuditNumbers) => string][] = [
  [
    'score',
    ({ score, max_score }) =>
      score === null || score < 0 ? '–' : `${formatNumber(score)} / ${formatNumber(max_score)}`,
  ],
  ['progress', ({ progress }) => formatPercent(progress)],
  ['compliant', ({ compliant }) => formatNumber(compliant)],
  ['open', ({ open }) => formatNumber(open)],
  ['stale', ({ stale }) => formatNumber(stale)],
]

export function Audits({ draft, audits }: { draft: string; audits: ComparedAudit[] }) {
  const { t } = useTranslation()
  if (audits.length === 0) return null
  const say = (numbers: Numbers, tell: (numbers: AuditNumbers) => string) => (numbers ? tell(numbers) : '–')
  return (
    <Section title={t('compared.audits')}>
      <ul>
        {audits.map(audit => (
          <li
            key={audit.id}
            className="flex flex-wrap items-center gap-x-6 gap-y-1 border-line border-t py-2 text-sm"
          >
            <Link
              to={to.item(AUDITS, audit.id)}
              search={{ [DRAFT]: draft } as never}
              className="min-w-0 grow basis-56 truncate rounded-sm font-medium underline-offset-3 hover:underline"
            >
              {audit.str}
            </Link>
            {TOLD.map(([name, tell]) => {
              const [before, after] = [say(audit.before, tell), say(audit.after, tell)]
              return (
                <span key={name} className="inline-flex items-center gap-2">
                  <span className="text-ink-soft">{t(`compared.audit.${name}`)}</span>
                  {before === after ? (
                    <span className="tabular text-ink-soft">{after}</span>
                  ) : (
                    <BeforeAfter before={before} after={after} />
                  )}
                </span>
              )
            })}
          </li>
        ))}
      </ul>
    </Section>
  )
}
