/** The domains below one, as a tree, with the numbers of each. */
import { Link } from '@tanstack/react-router'
import { flatten, useDomains } from '@/api/domains'
import { formatNumber, formatPercent } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { to } from '@/resource/address'
import { Section } from '@/resource/detail/Section'
import { cn } from '@/ui/cn'
import { type Posture, share, type TreeLine, tree } from './posture'

/** The most telling numbers, and which of them are alarming; narrow screens leave out the last ones. */
const COLUMNS = [
  { name: 'findings_open', title: 'posture.findings', room: '' },
  {
    name: 'findings_critical',
    title: 'posture.criticalFindings',
    alarm: true,
    room: 'hidden @2xl:table-cell',
  },
  { name: 'controls_overdue', title: 'posture.overdueControls', alarm: true, room: '' },
  { name: 'evidence_gaps', title: 'posture.gapsTitle', room: 'hidden @lg:table-cell' },
] as const

const CELL = 'border-line border-t py-2 pr-4 last:pr-0'

interface Props {
  posture: Posture
  domain: string
  title?: string
  /** Where more are of little use, the lower ones are left out, and then the last. */
  most?: number
}

export function Subdomains({ posture, domain, title, most = Number.POSITIVE_INFINITY }: Props) {
  const { t } = useTranslation()
  const all = tree(posture.domains, domain)
  const lines = (all.length > most ? all.filter(line => line.depth === 0) : all).slice(0, most)
  const columns = COLUMNS.filter(column => posture.measures.some(one => one.name === column.name))
  return (
    <Section title={title ?? t('posture.subdomains')}>
      {lines.length === 0 ? (
        <p className="border-line border-t py-2 text-ink-soft text-sm">{t('posture.noSubdomains')}</p>
      ) : (
        <table className="w-full border-collapse text-sm">
          <thead>
            <tr className="text-ink-soft">
              <th scope="col" className="py-1.5 pr-4 text-left font-medium">
                {t('posture.domain')}
              </th>
              <th scope="col" className="hidden py-1.5 pr-4 text-left font-medium @lg:table-cell">
                {t('posture.controls')}
              </th>
              {columns.map(column => (
                <th
                  key={column.name}
                  scope="col"
                  className={cn('py-1.5 pr-4 text-right font-medium last:pr-0', column.room)}
                >
                  {t(column.title)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(line => (
              <tr key={line.id} className="hover:bg-hover">
                <th scope="row" className={cn(CELL, 'text-left')}>
                  <span style={{ paddingLeft: `${line.depth * 1.125}rem` }} className="flex min-w-0">
                    <Link
                      to={to.item('folders', line.id)}
                      className={cn(
                        'break-words rounded-sm underline-offset-3 hover:underline',
                        line.depth === 0 ? 'font-medium' : 'font-normal',
                      )}
                    >
                      {line.name}
                    </Link>
                  </span>
                </th>
                <td className={cn(CELL, 'hidden @lg:table-cell')}>
                  <Active line={line} />
                </td>
                {columns.map(column => (
                  <td key={column.name} className={cn(CELL, 'tabular text-right', column.room)}>
                    <Count posture={posture} line={line} name={column.name} alarm={'alarm' in column} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {lines.length < all.length && (
        <Link
          to="/folders"
          className="mt-2 inline-block rounded-sm text-accent-text text-sm underline-offset-3 hover:underline"
        >
          {t('posture.allDomains', { count: all.length })}
        </Link>
      )}
    </Section>
  )
}

/** How many levels of subdomains are shown. */
const LEVELS = 2

/** The tree is loaded before its numbers, which are filled in later. */
export function SubdomainsToCome({ domain }: { domain: string }) {
  const { t } = useTranslation()
  const own = flatten(useDomains()).find(one => one.uuid === domain)
  const lines = own ? flatten(own).filter(one => one.depth > 0 && one.depth <= LEVELS).length : 0
  return (
    <Section title={t('posture.subdomains')}>
      <div className="animate-pulse rounded bg-sunken" style={{ height: `${lines * 2.25 + 2.75}rem` }} />
    </Section>
  )
}

function Active({ line }: { line: TreeLine }) {
  const { t } = useTranslation()
  const [active, all] = [line.values.controls_active ?? 0, line.values.controls ?? 0]
  if (all === 0) return <span className="text-ink-soft">{t('posture.none')}</span>
  const percent = share(active, all)
  return (
    <span className="flex items-center gap-2.5" title={t('posture.controlsNote', { active, count: all })}>
      <span aria-hidden className="h-1.5 w-24 overflow-hidden rounded-full bg-track">
        <span className="block h-full rounded-full bg-done" style={{ width: `${percent}%` }} />
      </span>
      <span className="tabular">{formatPercent(percent)}</span>
    </span>
  )
}

interface CountProps {
  posture: Posture
  line: TreeLine
  name: string
  alarm: boolean
}

function Count({ posture, line, name, alarm }: CountProps) {
  const count = line.values[name] ?? 0
  const measure = posture.measures.find(one => one.name === name)
  if (count === 0 || !measure) return <span className="text-ink-faint">{formatNumber(count)}</span>
  return (
    <Link
      to={`/${measure.resource}`}
      search={{ domain: line.id, ...measure.query } as never}
      className={cn(
        '-mx-1.5 inline-grid min-h-6 min-w-6 place-items-center rounded-sm px-1.5 underline-offset-3 hover:underline',
        alarm && 'font-semibold text-bad',
      )}
    >
      {formatNumber(count)}
    </Link>
  )
}
