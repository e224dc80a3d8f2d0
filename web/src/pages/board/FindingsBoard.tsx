/** Findings by status, the most severe first. */
import { Boxes } from 'lucide-react'
import { isRef, type Row } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import type { ListProps } from '@/pages'
import { AllInitials } from '@/ui/Initials'
import { type Level, LevelBadge } from '@/ui/Level'
import { Due } from '../due/Due'
import { Board } from './Board'
import { SETTLED, SEVERITIES, SEVERITY_COLOUR } from './severity'

const SHOWN = ['name', 'status', 'ref_id', 'severity', 'due_date', 'asset', 'owner']

export default function FindingsBoard({ resource, params }: ListProps) {
  return (
    <Board
      resource={resource}
      params={params}
      ordering="-severity,due_date,ref_id"
      shown={SHOWN}
      face={row => <Face row={row} resource={resource} />}
      edge={row => SEVERITY_COLOUR[Number(row.severity)]}
      summary={rows => <Severities rows={rows} resource={resource} />}
    />
  )
}

function useSeverity(resource: ListProps['resource']) {
  const labels = useLabels()
  const field = resource.fields.find(one => one.name === 'severity')
  return (value: unknown) => {
    const choice = field?.choices?.find(choice => choice.key === value)
    return field && choice ? labels.choice(resource, field, choice) : ''
  }
}

/** How the cards of a column are spread over the severities. */
function Severities({ rows, resource }: { rows: Row[]; resource: ListProps['resource'] }) {
  const name = useSeverity(resource)
  const counts = SEVERITIES.map(severity => ({
    severity,
    count: rows.filter(row => row.severity === severity).length,
  })).filter(one => one.count > 0)
  const words = counts.map(one => `${name(one.severity)} ${one.count}`).join(', ')
  return (
    <div
      role="img"
      aria-label={words}
      title={words}
      className="flex h-1.5 gap-px overflow-hidden rounded-full"
    >
      {counts.map(one => (
        <span key={one.severity} className={SEVERITY_COLOUR[one.severity]} style={{ flexGrow: one.count }} />
      ))}
    </div>
  )
}

function Face({ row, resource }: { row: Row; resource: ListProps['resource'] }) {
  const { t } = useTranslation()
  const name = useSeverity(resource)
  const owners = (row.owner as unknown[]).filter(isRef).map(owner => owner.str)
  const settled = SETTLED.includes(String(row.status))
  const severity = name(row.severity)
  return (
    <div className="mt-2 flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
        {typeof row.ref_id === 'string' && row.ref_id && (
          <span className="tabular text-ink-soft text-sm">{row.ref_id}</span>
        )}
        {row.severity !== -1 && severity && (
          <LevelBadge level={(Number(row.severity) + 1) as Level}>{severity}</LevelBadge>
        )}
        {typeof row.due_date === 'string' && !settled && <Due day={row.due_date} what={t('board.due')} />}
      </div>
      <div className="flex min-h-6 items-center gap-3 text-ink-soft text-sm">
        {isRef(row.asset) && (
          <span className="inline-flex min-w-0 items-center gap-1" title={t('board.asset')}>
            <Boxes size={13} aria-hidden className="shrink-0" />
            <span className="truncate">{row.asset.str}</span>
          </span>
        )}
        <span className="grow" />
        {owners.length > 0 ? (
          <AllInitials names={owners} />
        ) : (
          <span className="shrink-0 text-ink-faint">{t('board.noOwner')}</span>
        )}
      </div>
    </div>
  )
}
