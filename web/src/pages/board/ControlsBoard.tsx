/** Applied controls by status: to do, in progress, active. */
import { Bug, FileCheck2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { isRef, type Row } from '@/api/model'
import { useTranslation } from '@/i18n/react'
import type { ListProps } from '@/pages'
import { ChoiceValue } from '@/resource/value/ChoiceValue'
import { AllInitials } from '@/ui/Initials'
import { Due } from '../due/Due'
import { Board } from './Board'

const SHOWN = [
  'name',
  'status',
  'ref_id',
  'priority',
  'eta',
  'expiry_date',
  'progress_field',
  'owner',
  'findings',
  'evidences',
]

export default function ControlsBoard({ resource, params }: ListProps) {
  return (
    <Board
      resource={resource}
      params={params}
      ordering="priority,eta,name"
      shown={SHOWN}
      face={row => <Face row={row} resource={resource} />}
      edge={row => (isLate(row) ? 'bg-bad' : undefined)}
    />
  )
}

/** The server says how a control stands against its dates. */
const stateOf = (row: Row) => (row.state as { name?: string } | null)?.name
const isLate = (row: Row) => ['expired', 'etaMissed'].includes(stateOf(row) ?? '')

function Face({ row, resource }: { row: Row; resource: ListProps['resource'] }) {
  const { t } = useTranslation()
  const field = resource.fields.find(one => one.name === 'priority')
  const priority = field?.choices?.find(choice => choice.key === row.priority)
  const owners = (row.owner as unknown[]).filter(isRef).map(owner => owner.str)
  const progress = typeof row.progress_field === 'number' ? row.progress_field : 0
  const inForce = row.status === 'active' || row.status === 'deprecated'
  const expired = stateOf(row) === 'expired'
  const findings = (row.findings as unknown[] | undefined)?.length ?? 0
  const evidences = (row.evidences as unknown[] | undefined)?.length ?? 0
  return (
    <div className="mt-2 flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
        {typeof row.ref_id === 'string' && row.ref_id && (
          <span className="tabular text-ink-soft text-sm">{row.ref_id}</span>
        )}
        {field && priority && (
          <span className="text-sm">
            <ChoiceValue resource={resource} field={field} choice={priority} />
          </span>
        )}
        {expired && typeof row.expiry_date === 'string' ? (
          <Due day={row.expiry_date} what={t('board.expiry')} ends />
        ) : (
          typeof row.eta === 'string' && !inForce && <Due day={row.eta} what={t('board.eta')} />
        )}
      </div>
      {row.status === 'in_progress' && (
        <div
          role="img"
          aria-label={t('board.progress', { percent: progress })}
          title={t('board.progress', { percent: progress })}
          className="h-1 overflow-hidden rounded-full bg-sunken"
        >
          <div className="h-full rounded-full bg-accent" style={{ width: `${progress}%` }} />
        </div>
      )}
      <div className="flex min-h-6 items-center gap-3 text-ink-soft text-sm">
        <Count icon={<Bug size={13} aria-hidden />} count={findings} label={t('board.findings')} />
        <Count icon={<FileCheck2 size={13} aria-hidden />} count={evidences} label={t('board.evidence')} />
        <span className="grow" />
        {owners.length > 0 ? (
          <AllInitials names={owners} />
        ) : (
          <span className="text-ink-faint">{t('board.noOwner')}</span>
        )}
      </div>
    </div>
  )
}

function Count({ icon, count, label }: { icon: ReactNode; count: number; label: string }) {
  if (count === 0) return null
  return (
    <span className="inline-flex items-center gap-1" title={label}>
      {icon}
      <span className="sr-only">{label}: </span>
      <span className="tabular">{count}</span>
    </span>
  )
}
