/** What is planned against the risks: controls with the scenarios they are for, who does them, when, and at what cost. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ListChecks, ListTodo } from 'lucide-react'
import { field, type Ref, type Resource, useModel } from '@/api/model'
import { formatNumber } from '@/i18n/format'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { to } from '@/resource/address'
import { Button } from '@/ui/Button'
import { Segments } from '@/ui/Segments'
import { Empty, Failed, Loading } from '@/ui/States'
import { budgetQuery, planQuery } from '../audit/plan/api'
import { Costs } from '../audit/plan/Costs'
import { MeasureLine } from '../audit/plan/MeasureLine'
import { BUCKETS, bucketOf, groupsOf, type Measure, WAYS, type Way } from '../audit/plan/model'
import { money } from '../audit/plan/money'
import { useSearchState } from '../audit/usePage'
import { ASSESSMENTS, type Assessment, SCENARIOS } from './api'

interface Planned extends Measure {
  risk_scenarios: Ref[]
}

interface PlanProps {
  assessment: Assessment
  /** Lets the ratings follow the controls; left out for people who may not. */
  onFollow?: () => void
}

export default function ActionPlan({ assessment, onFollow }: PlanProps) {
  const { t } = useTranslation()
  const resource = useModel().resources['applied-controls']
  const plan = useQuery(planQuery<Planned>(assessment.id, ASSESSMENTS))
  if (plan.isPending) return <Loading />
  if (plan.error) return <Failed error={plan.error} retry={() => void plan.refetch()} />
  if (!resource) return null
  if (plan.data.length === 0)
    return (
      <Empty title={t('risk.planEmpty')} icon={<ListTodo />}>
        <p>{t('risk.planEmptyHelp')}</p>
      </Empty>
    )
  return (
    <div className="grid items-start gap-x-12 gap-y-8 overflow-y-auto px-5 py-5 lg:px-8 xl:grid-cols-[minmax(0,1fr)_21rem]">
      <Controls resource={resource} controls={plan.data} assessment={assessment} onFollow={onFollow} />
      <Costs id={assessment.id} path={ASSESSMENTS} />
    </div>
  )
}

interface Props {
  resource: Resource
  controls: Planned[]
  assessment: Assessment
  onFollow?: () => void
}

function Controls({ resource, controls, assessment, onFollow }: Props) {
  const { t } = useTranslation()
  const labels = useLabels()
  const [search, set] = useSearchState()
  const way: Way = WAYS.find(one => one === search.by) ?? 'status'
  const currency = useQuery(budgetQuery(assessment.id, ASSESSMENTS)).data?.currency ?? ''
  const grouped = field(resource, way)
  const choices = grouped?.choices ?? []
  const order = way === 'due' ? BUCKETS : choices.map(choice => String(choice.key))
  const key = (control: Planned) => (way === 'due' ? bucketOf(control) : String(control[way] ?? ''))
  const label = (name: string) => {
    if (way === 'due') return t(`plan.due.${name}`)
    const choice = choices.find(one => String(one.key) === name)
    return choice && grouped && name !== '--'
      ? labels.choice(resource, grouped, choice)
      : t(`plan.without.${way}`)
  }
  return (
    <section aria-label={t('risk.plan')} className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Segments
          label={t('risk.planBy')}
          value={way}
          segments={WAYS.map(value => ({ value, label: t(`plan.by.${value}`) }))}
          onChange={value => set({ by: value === 'status' ? undefined : value })}
        />
        {onFollow && controls.some(control => control.status === 'active') && (
          <Button data-no-print icon={<ListChecks size={15} aria-hidden />} onClick={onFollow}>
            {t('risk.follow.title')}
          </Button>
        )}
      </div>
      {groupsOf(controls, key, order, currency).map(group => (
        <section key={group.key} aria-label={label(group.key)}>
          <h2 className="flex items-baseline gap-2 border-line border-b pb-1.5 text-base">
            {label(group.key)}
            <span className="tabular font-normal text-ink-soft text-sm">
              {formatNumber(group.controls.length)}
            </span>
            {group.cost > 0 && (
              <span className="tabular ml-auto font-normal text-ink-soft text-sm">
                {t('plan.aYear', { amount: money(group.cost, currency) })}
              </span>
            )}
          </h2>
          <ul>
            {group.controls.map(control => (
              <MeasureLine key={control.id} resource={resource} control={control} way={way}>
                <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-ink-soft">
                  <span>{t('plan.serves')}</span>
                  {control.risk_scenarios.map(scenario => (
                    <Link
                      key={scenario.id}
                      to={to.item(SCENARIOS, scenario.id)}
                      className="inline-flex min-h-6 items-center rounded-sm text-accent-text underline-offset-3 hover:underline"
                    >
                      {scenario.str}
                    </Link>
                  ))}
                </p>
              </MeasureLine>
            ))}
          </ul>
        </section>
      ))}
    </section>
  )
}
