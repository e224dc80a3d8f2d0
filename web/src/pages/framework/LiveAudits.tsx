/** Audits of a framework that are under way, with how far they are. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type Ref, type Row, useModel } from '@/api/model'
import { pageQuery } from '@/api/objects'
import { formatPercent, formatShortDay } from '@/i18n/format'
import { to } from '@/resource/address'
import { QUIET, Section } from '@/resource/detail/Section'
import { Value } from '@/resource/value/Value'

const AUDITS = 'compliance-assessments'
const SHOWN = 3

interface Audit extends Row {
  name: string
  folder: Ref | null
  status: string
  progress: number | null
  due_date: string | null
}

export function LiveAudits({ framework }: { framework: string }) {
  const { t } = useTranslation()
  const resource = useModel().resources[AUDITS]
  const query = useQuery({
    ...pageQuery<Audit>(
      AUDITS,
      {
        framework,
        status__in: 'planned,in_progress,in_review',
        fields: 'id,name,folder,status,progress,due_date',
        ordering: '-updated_at',
      },
      0,
      SHOWN,
    ),
    enabled: !!resource,
  })
  const status = resource?.fields.find(field => field.name === 'status')
  const { results = [], count = 0 } = query.data ?? {}
  if (!resource || results.length === 0) return null
  return (
    <Section
      title={t('framework.audits')}
      action={
        count > SHOWN && (
          <Link to={to.list(AUDITS)} search={{ framework } as never} className={QUIET}>
            {t('framework.allAudits', { count })}
          </Link>
        )
      }
    >
      <ul className="mt-1 text-sm">
        {results.map(audit => (
          <li
            key={audit.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-line border-t py-2 md:grid-cols-[minmax(0,1fr)_9rem_8rem_11rem]"
          >
            <span className="min-w-0">
              <Link
                to={to.item(AUDITS, audit.id)}
                className="rounded-sm font-medium underline-offset-3 hover:underline"
              >
                {audit.name}
              </Link>
              {audit.folder && <span className="text-ink-soft"> {audit.folder.str}</span>}
            </span>
            <span>{status && <Value resource={resource} field={status} value={audit.status} short />}</span>
            <span className="text-ink-soft">
              {audit.due_date && t('framework.due', { date: formatShortDay(audit.due_date) })}
            </span>
            <span className="flex items-center gap-2">
              <span aria-hidden className="h-1.5 grow overflow-hidden rounded-full bg-track max-md:w-24">
                <span
                  className="block h-full rounded-full bg-accent"
                  style={{ width: `${audit.progress ?? 0}%` }}
                />
              </span>
              <span className="tabular text-ink-soft">
                {t('framework.assessed', { share: formatPercent(audit.progress ?? 0) })}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
