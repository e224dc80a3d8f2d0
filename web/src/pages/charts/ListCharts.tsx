/** The charts over a list, of what it shows: its filters are theirs. */
import type { ReactNode } from 'react'
import { useTranslation } from '@/i18n/react'
import type { ListProps } from '..'
import { OPEN } from '../board/severity'
import { ByMonth } from './ByMonth'
import { BySeverity } from './BySeverity'
import { ByStatus } from './ByStatus'

function Pair({ children }: { children: ReactNode }) {
  return <div className="grid gap-x-10 gap-y-5 sm:grid-cols-2">{children}</div>
}

/** Statuses in which the implementation is still to come. */
const AHEAD = ['--', 'to_do', 'in_progress', 'on_hold'].join(',')

export function ControlsCharts({ resource, params }: ListProps) {
  const { t } = useTranslation()
  return (
    <Pair>
      <ByStatus resource={resource} params={params} title={t('charts.controls')} empty={t('charts.none')} />
      <ByMonth
        path={resource.path}
        field="eta"
        title={t('charts.controlsDue')}
        past={t('charts.overdue')}
        empty={t('charts.nothingDue')}
        params={params}
        only={{ status__in: AHEAD }}
      />
    </Pair>
  )
}

export function FindingsCharts({ resource, params, compact }: ListProps & { compact?: boolean }) {
  const { t } = useTranslation()
  return (
    <Pair>
      <BySeverity resource={resource} params={params} />
      <ByMonth
        path={resource.path}
        field="due_date"
        title={t('charts.findingsDue')}
        past={t('charts.overdue')}
        empty={t('charts.nothingDue')}
        params={params}
        only={{ status__in: OPEN.join(',') }}
        compact={compact}
      />
    </Pair>
  )
}

export function EvidenceCharts({ resource, params }: ListProps) {
  const { t } = useTranslation()
  return (
    <Pair>
      <ByStatus resource={resource} params={params} title={t('charts.evidence')} empty={t('charts.none')} />
      <ByMonth
        path={resource.path}
        field="expiry_date"
        title={t('charts.evidenceExpires')}
        past={t('charts.expired')}
        empty={t('charts.none')}
        params={params}
      />
    </Pair>
  )
}
