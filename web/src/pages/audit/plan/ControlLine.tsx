/** A control of the plan: what it is for, who does it, when, and what it costs. */
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { Resource } from '@/api/model'
import { useTranslation } from '@/i18n/react'
import { useCause } from '../panel/Stale'
import { useWork } from '../work'
import { MeasureLine } from './MeasureLine'
import type { Planned, Way } from './model'
import { useOpenRequirement } from './useOpenRequirement'

/** As many requirements as a line has room for. */
const FIRST = 5

interface Props {
  resource: Resource
  control: Planned
  way: Way
}

export function ControlLine({ resource, control, way }: Props) {
  const { t } = useTranslation()
  const say = useCause()
  return (
    <MeasureLine resource={resource} control={control} way={way}>
      <Serves control={control} />
      {control.stale_reasons.map(cause => (
        <p key={`${cause.reason} ${cause.id}`} className="mt-0.5 flex items-start gap-1.5 text-warn">
          <TriangleAlert size={14} aria-hidden className="mt-0.5 shrink-0" />
          <span>
            {cause.id === control.id ? t('plan.staleControl') : cause.name} {say(cause)}
          </span>
        </p>
      ))}
    </MeasureLine>
  )
}

/** The requirements that it serves; each opens in the list. */
function Serves({ control }: { control: Planned }) {
  const { t } = useTranslation()
  const { nodes } = useWork()
  const open = useOpenRequirement()
  const [all, setAll] = useState(false)
  const rows = control.requirement_assessments
  const left = rows.length - FIRST
  return (
    <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-ink-soft">
      <span>{t('plan.serves')}</span>
      {rows.slice(0, all || left === 1 ? undefined : FIRST).map(row => {
        const node = nodes.find(one => one.ra_id === row.id)
        return (
          <button
            key={row.id}
            type="button"
            disabled={!node}
            title={node?.name ?? undefined}
            onClick={() => node && open(node)}
            className="tabular min-h-6 rounded-sm text-accent-text underline-offset-3 hover:underline"
          >
            {row.str || node?.name || t('audit.requirement')}
          </button>
        )
      })}
      {!all && left > 1 && (
        <button
          type="button"
          onClick={() => setAll(true)}
          className="min-h-6 rounded-sm underline underline-offset-3"
        >
          {t('plan.moreRequirements', { count: left })}
        </button>
      )}
    </p>
  )
}
