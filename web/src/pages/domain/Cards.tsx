/**
 * A domain in five numbers: controls, findings, overdue work, evidence, approvals. No number where there is
 * nothing to count.
 */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatNumber, formatPercent } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'
import { Skeleton } from '@/ui/States'
import { Bar, type Part } from './Bar'
import { change, type Posture, type Standing, share, valuesOf } from './posture'
import { Spark } from './Spark'

export function Cards({ posture, domain }: { posture: Posture; domain?: string }) {
  const { t } = useTranslation()
  const values = valuesOf(posture)
  const of = (name: string) => values[name] ?? 0
  const standing = (name: string) => posture.measures.find(one => one.name === name)
  const leads = (name: string) => {
    const one = standing(name)
    return one && { path: one.resource, search: { ...(domain && { domain }), ...one.query } }
  }
  const part = (label: string, name: string, fill: string): Part => ({
    label: t(label, { count: of(name) }),
    count: of(name),
    fill,
    to: leads(name),
  })
  const rest = (label: string, whole: string, parts: string[], fill: string): Part => {
    const count = Math.max(0, of(whole) - parts.reduce((sum, name) => sum + of(name), 0))
    return { label: t(label, { count }), count, fill }
  }
  const bar = (title: string, parts: Part[]) => (
    <Bar
      parts={parts}
      label={`${title}: ${parts.map(one => `${formatNumber(one.count)} ${one.label}`).join(', ')}`}
    />
  )
  const late = of('controls_overdue') + of('findings_overdue')
  const cards: ReactNode[] = []
  const nothing = (name: string, action?: { path: string; label: string }) => (
    <Nothing
      key={name}
      title={t(`posture.${name}`)}
      text={t(`posture.nothing.${name}`)}
      action={action && { to: { path: action.path, search: domain ? { domain } : {} }, label: action.label }}
    />
  )
  const hasWork = of('controls') + of('findings_open') > 0
  if (standing('controls') && of('controls') === 0) {
    cards.push(nothing('controls', { path: 'applied-controls/new', label: t('posture.addControl') }))
  } else if (standing('controls')) {
    cards.push(
      <Card
        key="controls"
        title={t('posture.controls')}
        number={formatPercent(share(of('controls_active'), of('controls')))}
        note={t('posture.controlsNote', { active: of('controls_active'), count: of('controls') })}
        to={leads('controls_active')}
        standing={standing('controls_active')}
      >
        {bar(t('posture.controls'), [
          part('posture.active', 'controls_active', 'bg-done'),
          part('posture.inProgress', 'controls_in_progress', 'bg-partly'),
          rest('posture.otherControls', 'controls', ['controls_active', 'controls_in_progress'], 'bg-apart'),
        ])}
      </Card>,
    )
  }
  if (standing('findings_open')) {
    cards.push(
      <Card
        key="findings"
        title={t('posture.findings')}
        number={formatNumber(of('findings_open'))}
        to={leads('findings_open')}
        standing={standing('findings_open')}
      >
        {bar(t('posture.findings'), [
          part('posture.critical', 'findings_critical', 'bg-l5'),
          part('posture.high', 'findings_high', 'bg-l4'),
          rest('posture.lower', 'findings_open', ['findings_critical', 'findings_high'], 'bg-l2'),
        ])}
      </Card>,
    )
  }
  if (!hasWork) {
    cards.push(nothing('overdue'))
  } else {
    cards.push(
      <Card
        key="late"
        title={t('posture.overdue')}
        number={formatNumber(late)}
        alarm={late > 0}
        standing={standing('controls_overdue')}
      >
        {bar(t('posture.overdue'), [
          part('posture.lateControls', 'controls_overdue', 'bg-l4'),
          part('posture.lateFindings', 'findings_overdue', 'bg-l5'),
        ])}
      </Card>,
    )
  }
  if (standing('evidence') && of('evidence') === 0) {
    cards.push(
      nothing('evidence', { path: 'evidences/new', label: t('posture.addEvidence') }),
      nothing('approvals'),
    )
  } else if (standing('evidence')) {
    cards.push(
      <Card
        key="evidence"
        title={t('posture.evidence')}
        number={formatPercent(share(of('evidence_approved'), of('evidence')))}
        note={t('posture.evidenceNote', { approved: of('evidence_approved'), count: of('evidence') })}
        to={leads('evidence_approved')}
        standing={standing('evidence_approved')}
        foot={
          of('evidence_expiring') > 0 && (
            <NumberLink to={leads('evidence_expiring')}>
              {t('posture.expiring', { count: of('evidence_expiring') })}
            </NumberLink>
          )
        }
      >
        {bar(t('posture.evidence'), [
          part('posture.approved', 'evidence_approved', 'bg-done'),
          part('posture.inReview', 'evidence_in_review', 'bg-partly'),
          part('posture.gaps', 'evidence_gaps', 'bg-failed hatched'),
          rest(
            'posture.drafts',
            'evidence',
            ['evidence_approved', 'evidence_in_review', 'evidence_gaps'],
            'bg-apart',
          ),
        ])}
      </Card>,
      <Card
        key="approvals"
        title={t('posture.approvals')}
        number={formatNumber(of('evidence_in_review'))}
        to={leads('evidence_in_review')}
        standing={standing('evidence_in_review')}
      >
        {bar(t('posture.approvals'), [
          part('posture.inReview', 'evidence_in_review', 'bg-partly'),
          rest('posture.notInReview', 'evidence', ['evidence_in_review'], 'bg-apart'),
        ])}
      </Card>,
    )
  }
  return (
    <ul
      aria-label={t('posture.title')}
      className="grid grid-cols-1 overflow-hidden rounded-lg border border-line bg-raised shadow-sm @lg:grid-cols-2 @4xl:grid-cols-3 @5xl:grid-cols-5"
    >
      {cards}
    </ul>
  )
}

/** The place of the cards until they are known, about as tall as they will be. */
export function CardsToCome() {
  return (
    <Skeleton className="h-[47.5rem] w-full rounded-lg @lg:h-[30rem] @4xl:h-[22.75rem] @5xl:h-[14.25rem]" />
  )
}

/** The last of five takes the rest of its row. */
const CARD =
  '-mt-px -ml-px flex min-w-0 flex-col gap-2 border-line border-t border-l px-4 py-3.5 last:@lg:col-span-2 last:@5xl:col-span-1'

interface NothingProps {
  title: string
  text: string
  action?: { to: NonNullable<Way>; label: string }
}

/** For things that do not exist yet: no number would be true. */
function Nothing({ title, text, action }: NothingProps) {
  return (
    <li className={CARD}>
      <h2 className="font-medium text-ink-soft text-sm">{title}</h2>
      <p className="text-ink-soft">{text}</p>
      {action && (
        <p className="font-medium text-accent-text">
          <NumberLink to={action.to}>{action.label}</NumberLink>
        </p>
      )}
    </li>
  )
}

type Way = { path: string; search: Record<string, string> } | undefined

interface CardProps {
  title: string
  number: string
  note?: string
  alarm?: boolean
  to?: Way
  standing?: Standing
  foot?: ReactNode
  children: ReactNode
}

function Card({ title, number, note, alarm, to, standing, foot, children }: CardProps) {
  return (
    <li className={CARD}>
      <h2 className="font-medium text-ink-soft text-sm">{title}</h2>
      <div className="flex min-h-8 items-center justify-between gap-3">
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <span className={cn('tabular font-semibold text-2xl', alarm && 'text-bad')}>
            <NumberLink to={to}>{number}</NumberLink>
          </span>
          {note && <span className="text-ink-soft text-sm">{note}</span>}
        </p>
        {standing && <Spark trend={standing.trend} />}
      </div>
      {children}
      <Change standing={standing} />
      {foot && <p className="text-sm">{foot}</p>}
    </li>
  )
}

function Change({ standing }: { standing?: Standing }) {
  const { t } = useTranslation()
  const since = standing && change(standing.trend)
  if (!since) return null
  const { by, days } = since
  const key = by === 0 ? 'posture.unchanged' : by > 0 ? 'posture.more' : 'posture.fewer'
  return <p className="text-ink-soft text-sm">{t(key, { by: formatNumber(Math.abs(by)), count: days })}</p>
}

function NumberLink({ to, children }: { to: Way; children: ReactNode }) {
  if (!to) return <>{children}</>
  return (
    <Link
      to={`/${to.path}`}
      search={to.search as never}
      className="rounded-sm underline-offset-3 hover:underline"
    >
      {children}
    </Link>
  )
}
