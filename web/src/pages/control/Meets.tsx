/** On the page of a control: the requirements it serves, audit by audit, and what they came to. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useModel } from '@/api/model'
import { pageQuery } from '@/api/objects'
import { formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { to } from '@/resource/address'
import { QUIET, Section } from '@/resource/detail/Section'
import type { DetailProps } from '..'
import { AUDITS, ROWS } from '../audit/api'
import { ResultMark } from '../audit/ResultMark'
import { byAudit, type Met, type Served, worstOf } from './meets'

const FIRST = 3
/** More requirements than any control serves in the audits at hand. */
const MOST = 500

export default function Meets({ row }: DetailProps) {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  const known = ROWS in useModel().resources
  const params = { applied_controls: row.id, fields: 'id,compliance_assessment,requirement,result' }
  const found = useQuery({ ...pageQuery<Served>(ROWS, params, 0, MOST), enabled: known })
  const audits = byAudit(found.data?.results ?? [])
  // Requirements are linked from their audit, so there is nothing to add here.
  if (audits.length === 0) return null
  return (
    <Section
      title={t('control.meets')}
      action={
        audits.length > FIRST && (
          <button type="button" aria-expanded={all} className={QUIET} onClick={() => setAll(!all)}>
            {t(all ? 'control.fewer' : 'detail.allOf', { count: audits.length })}
          </button>
        )
      }
    >
      <ul>
        {audits.slice(0, all ? undefined : FIRST).map(met => (
          <Line key={met.audit.id} met={met} />
        ))}
      </ul>
    </Section>
  )
}

function Line({ met }: { met: Met }) {
  const { t } = useTranslation()
  const [named, more] = [met.requirements.slice(0, FIRST), met.requirements.length - FIRST]
  return (
    <li className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 border-line border-t py-1.5 text-sm">
      <ResultMark result={worstOf(met)} size={15} />
      <span className="flex min-w-0 grow basis-60 flex-wrap items-baseline gap-x-2">
        <Link
          to={to.item(AUDITS, met.audit.id)}
          className="break-words rounded-sm font-medium underline-offset-3 hover:underline"
        >
          {met.audit.str}
        </Link>
        <span className="text-ink-soft">
          {named.map((one, at) => (
            <span key={one.id}>
              {at > 0 && ', '}
              <Link
                to={to.item(AUDITS, met.audit.id)}
                search={{ req: one.id } as never}
                className="rounded-sm underline-offset-3 hover:underline"
              >
                {one.name}
              </Link>
            </span>
          ))}
          {more > 0 && ` ${t('control.more', { count: more })}`}
        </span>
      </span>
      <span className="text-ink-soft">
        {met.results
          .map(one => `${formatNumber(one.count)} ${t(`audit.short.${one.result}`).toLowerCase()}`)
          .join(', ')}
      </span>
    </li>
  )
}
