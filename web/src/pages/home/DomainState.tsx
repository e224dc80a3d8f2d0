/** How each domain stands, in numbers that lead to what they count. */
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Layers } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type Domain, useDomain, useDomains } from '@/api/domains'
import { useModel } from '@/api/model'
import { type Page, pageQuery } from '@/api/objects'
import { formatNumber } from '@/i18n/format'
import { cn } from '@/ui/cn'
import { OPEN } from '../board/severity'
import { today } from '../due/days'
import { Panel, type Step } from './Panel'

const SHOWN = 8

interface Count {
  name: string
  path: string
  filters: Record<string, string>
}

/** What is counted, in the order of the questions below. */
function counts(): Count[] {
  const living = 'to_do,in_progress,on_hold,active,degraded,--'
  const open = OPEN.join(',')
  return [
    { name: 'controls', path: 'applied-controls', filters: { status: living } },
    { name: 'active', path: 'applied-controls', filters: { status: 'active' } },
    { name: 'late', path: 'applied-controls', filters: { todo: 'true', eta__lt: today() } },
    { name: 'findings', path: 'findings', filters: { status: open } },
    { name: 'severe', path: 'findings', filters: { status: open, severity: '3,4' } },
    { name: 'gaps', path: 'evidences', filters: { status: 'missing,expired,rejected' } },
  ]
}

type State = Record<string, number>

export function DomainState() {
  const { t } = useTranslation()
  const model = useModel()
  const tree = useDomains()
  const chosen = useDomain() ?? tree
  const below = (chosen.children ?? []).filter(domain => domain.viewable)
  // One domain alone says little: its parts are told with it.
  const only = below.length === 1 ? below[0] : undefined
  const rows = only ? [only, ...(only.children ?? []).filter(domain => domain.viewable)] : below
  const domains = (rows.length > 0 ? rows : [chosen]).slice(0, SHOWN)
  const asked = counts().filter(count => count.path in model.resources)
  const answers = useQueries({
    queries: domains.flatMap(domain =>
      asked.map(count => ({
        ...pageQuery(count.path, { ...count.filters, within: domain.uuid }, 0, 1),
        staleTime: 60_000,
      })),
    ),
  }) as UseQueryResult<Page>[]
  const states = domains.map((domain, row) => {
    const entries = asked.map((count, column) => {
      const answer = answers[row * asked.length + column]
      return [count.name, answer?.data?.count] as const
    })
    return { domain, state: Object.fromEntries(entries) as Partial<State> }
  })
  const parts = only && states.length > 1 ? states.slice(1) : states
  const worst = [...parts].sort((a, b) => trouble(b.state) - trouble(a.state))[0]
  const failed = answers.find(answer => answer.error)
  return (
    <Panel
      title={t('home.domains.title')}
      icon={<Layers />}
      count={rows.length || undefined}
      pending={answers.length > 0 && answers.every(answer => answer.isPending)}
      error={failed?.error ?? null}
      retry={() => void failed?.refetch()}
      step={worst && stepFor(worst.domain, worst.state, t)}
    >
      <div className="-mx-4 overflow-x-auto px-4" tabIndex={-1}>
        <table className="w-full min-w-[36rem] border-separate border-spacing-0">
          <thead>
            <tr className="text-ink-soft text-sm">
              {['domain', 'controls', 'late', 'findings', 'gaps'].map(name => (
                <th
                  key={name}
                  scope="col"
                  className="border-line border-b py-1.5 pr-4 text-left align-bottom font-medium last:pr-0"
                >
                  {t(`home.domains.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {states.map(({ domain, state }) => (
              <Line
                key={domain.uuid}
                domain={domain}
                state={state}
                asked={asked}
                inner={!!only && domain !== only}
              />
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > SHOWN && (
        <p className="pt-2 text-ink-soft text-sm">
          {t('home.domains.more', { shown: SHOWN, all: formatNumber(rows.length) })}
        </p>
      )}
    </Panel>
  )
}

const trouble = (state: Partial<State>) =>
  (state.severe ?? 0) * 3 + (state.late ?? 0) * 2 + (state.gaps ?? 0) + (state.findings ?? 0) * 0.1

/** The largest trouble of the domain that has most of it. */
function stepFor(
  domain: Domain,
  state: Partial<State>,
  t: (key: string, values: Record<string, unknown>) => string,
): Step {
  const name = domain.name
  const here = { domain: domain.uuid }
  if (state.severe)
    return {
      label: t('home.domains.fixSevere', { count: state.severe, name }),
      to: '/findings',
      search: { ...here, layout: 'board', severity: '3,4' },
    }
  if (state.late)
    return {
      label: t('home.domains.fixLate', { count: state.late, name }),
      to: '/applied-controls',
      search: { ...here, layout: 'timeline', todo: 'true' },
    }
  if (state.gaps)
    return {
      label: t('home.domains.fixGaps', { count: state.gaps, name }),
      to: '/evidences',
      search: { ...here, status: 'missing,expired,rejected' },
    }
  if (!state.controls)
    return { label: t('home.domains.addControls', { name }), to: '/applied-controls/new', search: here }
  return {
    label: t('home.domains.look', { name }),
    to: '/applied-controls',
    search: { ...here, layout: 'board' },
  }
}

interface LineProps {
  domain: Domain
  state: Partial<State>
  asked: Count[]
  /** A part of the domain above it. */
  inner: boolean
}

function Line({ domain, state, asked, inner }: LineProps) {
  const { t } = useTranslation()
  const cell = 'border-line border-b py-2 pr-4 text-left last:pr-0 align-middle'
  const total = state.controls ?? 0
  const share = total > 0 ? Math.round(((state.active ?? 0) / total) * 100) : 0
  const figure = (name: string, alarm: boolean) => {
    const count = asked.find(one => one.name === name)
    const value = state[name]
    if (!count || value === undefined) return <span className="text-ink-faint">—</span>
    if (value === 0) return <span className="tabular text-ink-faint">0</span>
    return (
      <Link
        to={`/${count.path}`}
        search={{ domain: domain.uuid, ...count.filters } as never}
        aria-label={t(`home.domains.${name}Label`, { count: value, name: domain.name })}
        className={cn(
          'tabular -mx-1.5 inline-grid min-h-6 min-w-6 place-items-center rounded-sm px-1.5 font-medium underline-offset-3 hover:underline',
          alarm ? 'text-bad' : 'text-ink',
        )}
      >
        {formatNumber(value)}
      </Link>
    )
  }
  return (
    <tr>
      <th scope="row" className={cn(cell, 'max-w-56 font-normal', inner && 'pl-4')}>
        <Link
          to="/"
          search={{ domain: domain.uuid } as never}
          className="block truncate rounded-sm font-medium underline-offset-3 hover:underline"
          title={domain.name}
        >
          {domain.name}
        </Link>
      </th>
      <td className={cell}>
        {total === 0 ? (
          <span className="text-ink-faint">{t('home.domains.noControls')}</span>
        ) : (
          <Link
            to="/applied-controls"
            search={{ domain: domain.uuid, layout: 'board' } as never}
            className="flex min-w-32 items-center gap-2.5 rounded-sm"
            title={t('home.domains.inForce', { active: state.active ?? 0, total })}
          >
            <span aria-hidden className="h-1.5 grow overflow-hidden rounded-full bg-sunken">
              <span className="block h-full rounded-full bg-good" style={{ width: `${share}%` }} />
            </span>
            <span className="tabular w-10 shrink-0 text-right text-sm">{share} %</span>
            <span className="sr-only">{t('home.domains.inForce', { active: state.active ?? 0, total })}</span>
          </Link>
        )}
      </td>
      <td className={cell}>{figure('late', true)}</td>
      <td className={cell}>
        <span className="inline-flex items-baseline gap-1.5 whitespace-nowrap">
          {figure('findings', false)}
          {!!state.severe && (
            <span className="pl-3 text-bad text-sm">
              {figure('severe', true)} <span className="pl-0.5">{t('home.domains.severeShort')}</span>
            </span>
          )}
        </span>
      </td>
      <td className={cell}>{figure('gaps', true)}</td>
    </tr>
  )
}
