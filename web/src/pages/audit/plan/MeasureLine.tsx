/** A control of a plan in one line: who does it, when, and what it costs. What it is for is given. */
import { Link } from '@tanstack/react-router'
import { UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Resource } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { Due } from '@/pages/due/Due'
import { to } from '@/resource/address'
import { ChoiceValue } from '@/resource/value/ChoiceValue'
import { AllInitials } from '@/ui/Initials'
import { isOpen, type Measure, type Way } from './model'
import { money } from './money'

interface Props {
  resource: Resource
  control: Measure
  way: Way
  children: ReactNode
}

export function MeasureLine({ resource, control, way, children }: Props) {
  const { t } = useTranslation()
  const labels = useLabels()
  const eta = resource.fields.find(field => field.name === 'eta')
  const cost = Number(control.annual_cost ?? 0)
  const owners = control.owner.map(owner => owner.str)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-line border-b py-2.5 text-sm [contain-intrinsic-size:auto_3.5rem] [content-visibility:auto] md:grid-cols-[minmax(0,1fr)_2.5rem_8.5rem_6.5rem]">
      <div className="min-w-0 max-md:col-span-2">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5">
          <Link
            to={to.item(resource.path, control.id)}
            className="min-w-0 rounded-sm font-medium text-base underline-offset-3 hover:underline"
          >
            {control.name}
          </Link>
          {control.ref_id && <span className="tabular text-ink-soft">{control.ref_id}</span>}
          {way !== 'priority' && <Choice resource={resource} name="priority" value={control.priority} />}
          {way !== 'status' && <Choice resource={resource} name="status" value={control.status} />}
        </p>
        {children}
      </div>
      <div className="max-md:order-1 md:justify-self-center">
        {owners.length > 0 ? (
          <AllInitials names={owners} />
        ) : (
          <span
            role="img"
            aria-label={t('plan.noOwner')}
            title={t('plan.noOwner')}
            className="grid size-6 place-items-center rounded-full border border-line-strong border-dashed text-ink-faint"
          >
            <UserRound size={12} />
          </span>
        )}
      </div>
      <div className="max-md:order-2 max-md:justify-self-end">
        {control.eta && eta ? (
          <Due day={control.eta} what={labels.field(resource, eta)} settled={!isOpen(control)} />
        ) : (
          isOpen(control) && <span className="text-ink-faint">{t('plan.noDate')}</span>
        )}
      </div>
      <div className="tabular text-right max-md:order-3 max-md:col-span-2 max-md:text-left max-md:empty:hidden">
        {cost > 0 && (
          <>
            <span className="sr-only">{t('plan.annualCost')} </span>
            {money(cost, control.currency ?? '')}
            <span className="text-ink-soft md:hidden"> {t('plan.perYear')}</span>
          </>
        )}
      </div>
    </li>
  )
}

function Choice({ resource, name, value }: { resource: Resource; name: string; value: unknown }) {
  const field = resource.fields.find(one => one.name === name)
  const choice = field?.choices?.find(one => one.key === value)
  if (!field || !choice || choice.key === '--') return null
  return <ChoiceValue resource={resource} field={field} choice={choice} />
}
