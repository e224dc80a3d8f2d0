/** What the plan costs in a year: what is in place already, and what is still to come. */
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'
import { useSearchState } from '../usePage'
import { type Budget, budgetQuery } from './api'
import { money } from './money'

/** `id` is an audit, or what `path` says. */
export function Costs({ id, path }: { id: string; path?: string }) {
  const { t } = useTranslation()
  const budget = useQuery(budgetQuery(id, path)).data
  if (!budget) return null
  if (budget.count_with_cost === 0)
    return (
      <section aria-labelledby="costs">
        <h2 id="costs" className="mb-1 text-base">
          {t('plan.annualCost')}
        </h2>
        <p className="text-ink-soft text-sm">{t('plan.noCosts')}</p>
      </section>
    )
  const { currency, total_annual_cost: total } = budget
  const done = budget.eta_buckets.find(bucket => bucket.key === 'done')?.total ?? 0
  const open = total - done
  const share = total > 0 ? (done / total) * 100 : 0
  return (
    <section aria-labelledby="costs" className="rounded-lg border border-line bg-raised p-4">
      <h2 id="costs" className="text-base">
        {t('plan.annualCost')}
      </h2>
      <p className="tabular mt-1 font-[620] text-2xl tracking-tight">{money(total, currency)}</p>
      <div aria-hidden className="mt-2 flex h-2 gap-[1.5px] overflow-hidden rounded-full bg-track">
        {done > 0 && <span className="bg-done" style={{ width: `${share}%` }} />}
        {open > 0 && <span className="grow bg-partly" />}
      </div>
      <dl className="mt-2.5 flex flex-col gap-1 text-sm">
        <Amount fill="bg-done" label={t('plan.inPlace')} amount={money(done, currency)} />
        <Amount fill="bg-partly" label={t('plan.stillOpen')} amount={money(open, currency)} strong />
      </dl>
      <WhenDue budget={budget} />
      <OneOff budget={budget} />
      <p className="mt-3 text-ink-faint text-xs">
        {t('plan.withCost', {
          count: budget.count_with_cost,
          all: formatNumber(budget.count),
        })}
        {budget.other_currencies.map(other => (
          <span key={other.currency} className="block">
            {t('plan.otherCurrency', { amount: money(other.total, other.currency) })}
          </span>
        ))}
      </p>
    </section>
  )
}

interface AmountProps {
  fill?: string
  label: string
  amount: string
  strong?: boolean
}

function Amount({ fill, label, amount, strong }: AmountProps) {
  return (
    <div className="flex items-center gap-2">
      {fill && <span aria-hidden className={cn('size-2 shrink-0 rounded-full', fill)} />}
      <dt className="grow text-ink-soft">{label}</dt>
      <dd className={cn('tabular', strong && 'font-semibold')}>{amount}</dd>
    </div>
  )
}

/** What is open by its date. */
function WhenDue({ budget }: { budget: Budget }) {
  const { t } = useTranslation()
  const [, set] = useSearchState()
  const buckets = budget.eta_buckets.filter(one => one.key !== 'done' && one.total > 0)
  if (buckets.length === 0) return null
  return (
    <dl className="mt-3 flex flex-col gap-1 border-line border-t pt-3 text-sm">
      {buckets.map(one => (
        <div key={one.key} className="flex items-center gap-2">
          <dt className="grow">
            <button
              type="button"
              onClick={() => set({ by: 'due', part: undefined })}
              className={cn(
                'min-h-6 rounded-sm text-left underline-offset-3 hover:underline',
                one.key === 'overdue' ? 'font-medium text-bad' : 'text-ink-soft',
              )}
            >
              {t(`plan.due.${one.key}`)}
            </button>
          </dt>
          <dd className="tabular">{money(one.total, budget.currency)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What it takes to build, and then to run: money and days of people. */
function OneOff({ budget }: { budget: Budget }) {
  const { t } = useTranslation()
  const parts = (['build', 'run'] as const).flatMap(kind => {
    const { fixed_cost, people_days } = budget.cost_breakdown[kind]
    const told = [
      fixed_cost > 0 && money(fixed_cost, budget.currency),
      people_days > 0 && t('plan.days', { count: people_days }),
    ].filter(Boolean)
    return told.length > 0 ? [{ kind, text: told.join(' + ') }] : []
  })
  if (parts.length === 0) return null
  return (
    <dl className="mt-3 flex flex-col gap-1 border-line border-t pt-3 text-sm">
      {parts.map(({ kind, text }) => (
        <Amount key={kind} label={t(`plan.cost.${kind}`)} amount={text} />
      ))}
    </dl>
  )
}
