/** What the audit still needs: its controls with what they serve, who does them, when, and at what cost. */
import { useQuery } from '@tanstack/react-query'
import { ListTodo } from 'lucide-react'
import { useMemo } from 'react'
import { type Resource, useModel } from '@/api/model'
import { formatNumber } from '@/i18n/format'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { Menu } from '@/ui/Menu'
import { Segments } from '@/ui/Segments'
import { Empty, Failed, Loading } from '@/ui/States'
import { PLAN } from '../Reports'
import { useSearchState } from '../usePage'
import { useReport } from '../useReport'
import { useWork } from '../work'
import { budgetQuery, planQuery } from './api'
import { ControlLine } from './ControlLine'
import { Costs } from './Costs'
import { BUCKETS, bucketOf, groupsOf, isIn, PARTS, type Part, type Planned, WAYS, type Way } from './model'
import { money } from './money'
import { Suggested } from './Suggested'
import { Uncovered } from './Uncovered'

export default function ActionPlan() {
  const { audit } = useWork()
  const resource = useModel().resources['applied-controls']
  const plan = useQuery(planQuery(audit.id))
  if (plan.isPending) return <Loading />
  if (plan.error) return <Failed error={plan.error} retry={() => void plan.refetch()} />
  if (!resource) return null
  return (
    <div className="grid items-start gap-x-12 gap-y-8 overflow-y-auto px-5 py-5 lg:px-8 xl:grid-cols-[minmax(0,1fr)_21rem]">
      <div className="flex min-w-0 flex-col gap-5">
        <Suggested />
        {plan.data.length > 0 ? <Controls resource={resource} controls={plan.data} /> : <NoControls />}
      </div>
      <div className="flex min-w-0 flex-col gap-8">
        {plan.data.length > 0 && <Costs id={audit.id} />}
        <Uncovered />
      </div>
    </div>
  )
}

function NoControls() {
  const { t } = useTranslation()
  const [, set] = useSearchState()
  return (
    <Empty title={t('plan.empty')} icon={<ListTodo />}>
      <p>{t('plan.emptyHelp')}</p>
      <Button onClick={() => set({ tab: undefined })}>{t('plan.toRequirements')}</Button>
    </Empty>
  )
}

function Controls({ resource, controls }: { resource: Resource; controls: Planned[] }) {
  const { t } = useTranslation()
  const [search, set] = useSearchState()
  const part: Part = PARTS.find(one => one === search.part) ?? 'open'
  const way: Way = WAYS.find(one => one === search.by) ?? 'status'
  const shown = useMemo(() => controls.filter(one => isIn(one, part)), [controls, part])
  const groups = useGroups(resource, shown, way)
  return (
    <section aria-label={t('audit.plan')} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Segments
          label={t('plan.show')}
          value={part}
          segments={PARTS.map(value => ({
            value,
            label: t(`plan.parts.${value}`),
            count: controls.filter(one => isIn(one, value)).length,
          }))}
          onChange={value => set({ part: value === 'open' ? undefined : value })}
        />
        <span className="grow max-sm:hidden" />
        <Menu
          items={WAYS.map(value => ({
            label: t(`plan.by.${value}`),
            checked: value === way,
            run: () => set({ by: value === 'status' ? undefined : value }),
          }))}
        >
          <Button look="quiet">{t('plan.groupedBy', { way: t(`plan.by.${way}`).toLowerCase() })}</Button>
        </Menu>
        <Export />
      </div>
      {groups.length === 0 && <p className="py-6 text-center text-ink-soft">{t(`plan.none.${part}`)}</p>}
      {groups.map(group => (
        <section key={group.key} aria-label={group.label}>
          <h2 className="flex items-baseline gap-2 border-line border-b pb-1.5 text-base">
            {group.label}
            <span className="tabular font-normal text-ink-soft text-sm">
              {formatNumber(group.controls.length)}
            </span>
            {group.cost > 0 && (
              <span className="tabular ml-auto font-normal text-ink-soft text-sm">
                {t('plan.aYear', { amount: money(group.cost, group.currency) })}
              </span>
            )}
          </h2>
          <ul>
            {group.controls.map(control => (
              <ControlLine key={control.id} resource={resource} control={control} way={way} />
            ))}
          </ul>
        </section>
      ))}
    </section>
  )
}

/** The groups with what they are called. */
function useGroups(resource: Resource, controls: Planned[], way: Way) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { audit } = useWork()
  const currency = useQuery(budgetQuery(audit.id)).data?.currency ?? ''
  return useMemo(() => {
    const field = resource.fields.find(one => one.name === way)
    const choices = field?.choices ?? []
    const order = way === 'due' ? BUCKETS : choices.map(choice => String(choice.key))
    const key = (control: Planned) => (way === 'due' ? bucketOf(control) : String(control[way] ?? ''))
    const label = (name: string) => {
      if (way === 'due') return t(`plan.due.${name}`)
      const choice = choices.find(one => String(one.key) === name)
      return choice && field && name !== '--'
        ? labels.choice(resource, field, choice)
        : t(`plan.without.${way}`)
    }
    return groupsOf(controls, key, order, currency).map(group => ({
      ...group,
      currency,
      label: label(group.key),
    }))
  }, [resource, controls, way, currency, labels, t])
}

function Export() {
  const { t } = useTranslation()
  const report = useReport()
  return (
    <>
      <Menu
        items={PLAN.map(({ icon, ...wanted }) => ({
          label: t(`audit.reports.${wanted.kind}`),
          icon,
          run: () => report.make(wanted),
        }))}
      >
        <Button disabled={report.pending}>
          {t(report.pending ? 'audit.reports.making' : 'plan.export')}
        </Button>
      </Menu>
      {report.dialog}
    </>
  )
}
