/** Chooses events: things down, what happens to them across. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useModel } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { CheckMatrix, type MatrixGroup, type MatrixRow } from '@/ui/CheckMatrix'
import { Failed, Skeleton } from '@/ui/States'
import { type EventType, eventTypesQuery } from '../api'

const KINDS = ['created', 'updated', 'deleted'] as const
/** The events that most receivers want. */
const FIRST = ['appliedcontrol', 'asset', 'evidence', 'finding']

interface Props {
  chosen: Set<string>
  onChange: (chosen: Set<string>) => void
}

export function EventPicker({ chosen, onChange }: Props) {
  const { t } = useTranslation()
  const events = useQuery(eventTypesQuery)
  const groups = useEventGroups(events.data ?? [])
  if (events.isPending) return <Skeleton className="h-60" />
  if (!events.data) return <Failed error={events.error} retry={() => void events.refetch()} />
  return (
    <CheckMatrix
      label={t('webhooks.events.label')}
      searchLabel={t('webhooks.events.search')}
      columns={KINDS.map(id => ({ id, label: t(`webhooks.events.${id}`) }))}
      groups={groups}
      chosen={chosen}
      onChange={onChange}
      summary={t('webhooks.events.count', { count: chosen.size })}
      height="max-h-120"
    />
  )
}

/** The most used ones first, then by module as the navigation has them; a new kind of thing finds its place by itself. */
function useEventGroups(events: EventType[]): MatrixGroup[] {
  const { t } = useTranslation()
  const model = useModel()
  const labels = useLabels()
  return useMemo(() => {
    const rows = new Map<string, MatrixRow & { resource: string }>()
    for (const event of events) {
      const [subject = '', kind = ''] = event.name.split('.')
      const resource = model.resources[event.resource]
      const label = resource ? labels.plural(resource) : subject
      const row = rows.get(subject) ?? { id: subject, label, cells: {}, resource: event.resource }
      row.cells[kind] = { id: event.name, label: `${label}: ${t(`webhooks.events.${kind}`, kind)}` }
      rows.set(subject, row)
    }
    const take = (wanted: (row: { id: string; resource: string }) => boolean) => {
      const taken = [...rows.values()].filter(wanted)
      for (const row of taken) rows.delete(row.id)
      return taken
    }
    const first = {
      name: 'first',
      label: t('webhooks.events.first'),
      rows: take(row => FIRST.includes(row.id)),
    }
    const modules = model.modules.map(module => ({
      name: module.name,
      label: labels.module(module),
      rows: take(row => module.resources.includes(row.resource)),
    }))
    const other = { name: 'other', label: t('webhooks.events.other'), rows: take(() => true) }
    return [first, ...modules, other].filter(group => group.rows.length > 0)
  }, [events, model, labels, t])
}
