/** On the page of a rule: what it has found, what it no longer finds, and how that changed. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { isRef, type Ref, type Row } from '@/api/model'
import { pageQuery } from '@/api/objects'
import { useTranslation } from '@/i18n/react'
import { to } from '@/resource/address'
import { QUIET, Section } from '@/resource/detail/Section'
import { Moment } from '@/ui/Moment'
import { Segments } from '@/ui/Segments'
import { Failed, Skeleton } from '@/ui/States'
import type { DetailProps } from '..'
import { today } from '../due/days'
import { MATCHES } from './api'
import { openByDay, type Span } from './history'
import { OpenOverTime } from './OpenOverTime'

const SHOWN = 10
/** As many as the chart is drawn from. */
const CHARTED = 1000

interface Match extends Row, Span {
  object: (Ref & { resource?: string }) | null
  reason: string
  times_opened: number
  task: Ref | null
  finding: Ref | null
}

type State = 'open' | 'closed'

export default function Matches({ row: rule }: DetailProps) {
  const { t } = useTranslation()
  const [state, setState] = useState<State>('open')
  const of = (state: State) => ({
    rule: rule.id,
    state,
    ordering: state === 'open' ? '-opened_at' : '-closed_at',
  })
  const counts = {
    open: useQuery(pageQuery<Match>(MATCHES, of('open'), 0, SHOWN)),
    closed: useQuery(pageQuery<Match>(MATCHES, of('closed'), 0, SHOWN)),
  }
  const all = useQuery({
    ...pageQuery<Match>(MATCHES, { rule: rule.id }, 0, CHARTED),
    placeholderData: keepPreviousData,
  })
  const shown = counts[state]
  const matches = shown.data?.results
  const count = shown.data?.count ?? 0
  const isWhole = all.data && all.data.count <= CHARTED && all.data.count > 0
  return (
    <>
      <Section
        title={t('rules.matches')}
        action={
          count > SHOWN && (
            <Link to={to.list(MATCHES)} search={{ rule: rule.id, state } as never} className={QUIET}>
              {t('detail.allOf', { count })} <span className="sr-only">{t('rules.matches')}</span>
            </Link>
          )
        }
      >
        <div className="pt-1 pb-2">
          <Segments
            label={t('rules.matches')}
            value={state}
            onChange={setState}
            segments={(['open', 'closed'] as const).map(value => ({
              value,
              label: t(`rules.states.${value}`),
              count: counts[value].data?.count,
            }))}
          />
        </div>
        {shown.error ? (
          <Failed error={shown.error} retry={() => void shown.refetch()} />
        ) : !matches ? (
          <Skeleton className="h-24 w-full" />
        ) : matches.length === 0 ? (
          <p className="border-line border-t py-2 text-ink-soft text-sm">
            {t(state === 'closed' ? 'rules.noClosed' : rule.last_run_at ? 'rules.noOpen' : 'rules.notRun')}
          </p>
        ) : (
          <ul aria-label={t(`rules.states.${state}`)} className="flex flex-col">
            {matches.map(match => (
              <Line key={match.id} match={match} />
            ))}
          </ul>
        )}
      </Section>
      {isWhole && (
        <OpenOverTime
          points={openByDay(all.data.results, today())}
          isShort={all.data.results.some(match => match.times_opened > 1)}
        />
      )}
    </>
  )
}

function Line({ match }: { match: Match }) {
  const { t } = useTranslation()
  const { object, closed_at } = match
  const work = [
    { path: 'task-templates', ref: match.task, label: t('rules.task') },
    { path: 'findings', ref: match.finding, label: t('rules.finding') },
  ]
  return (
    <li className="flex flex-col gap-0.5 border-line border-t py-2 text-sm">
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        {isRef(object) ? (
          <Link
            to={object.resource ? to.item(object.resource, object.id) : to.item(MATCHES, match.id)}
            className="min-w-0 break-words rounded-sm font-medium underline-offset-3 hover:underline"
          >
            {object.str}
          </Link>
        ) : (
          <span className="text-ink-soft">{t('rules.gone')}</span>
        )}
        <Link
          to={to.item(MATCHES, match.id)}
          className="shrink-0 rounded-sm text-ink-soft underline-offset-3 hover:underline"
        >
          {t(closed_at ? 'rules.closed' : 'rules.opened')} <Moment at={closed_at ?? match.opened_at} />
        </Link>
      </span>
      <span className="break-words text-ink-soft">{match.reason}</span>
      <span className="flex flex-wrap gap-x-3 empty:hidden">
        {work.map(
          ({ path, ref, label }) =>
            isRef(ref) && (
              <Link
                key={path}
                to={to.item(path, ref.id)}
                className="rounded-sm text-accent-text underline-offset-3 hover:underline"
              >
                {label}: {ref.str}
              </Link>
            ),
        )}
      </span>
    </li>
  )
}
