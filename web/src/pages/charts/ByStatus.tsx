/** How many are in which status. */
import { useQuery } from '@tanstack/react-query'
import type { Resource } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { groupsQuery, nameOf, onlyGroup } from '@/resource/list/grouping/groups'
import { tone } from '@/resource/value/tone'
import type { Tone } from '@/ui/Badge'
import { Failed } from '@/ui/States'
import { columnsOf, statusField } from '../board/statuses'
import { Columns } from './Columns'
import { filtersOf } from './ways'

const FILLS: Record<Tone, string> = {
  good: 'bg-done',
  info: 'bg-partly',
  accent: 'bg-partly',
  bad: 'bg-failed hatched',
  warn: 'bg-apart',
  neutral: 'bg-apart',
}

interface Props {
  resource: Resource
  title: string
  empty: string
  params: Record<string, string>
}

export function ByStatus({ resource, title, empty, params }: Props) {
  const { t } = useTranslation()
  const labels = useLabels()
  const field = statusField(resource)
  const groups = useQuery(groupsQuery(resource.path, field.name, params, []))
  if (groups.error && !groups.data) return <Failed error={groups.error} retry={() => void groups.refetch()} />
  // In the order of the work, as on the board; what nothing is in has no column.
  const found = columnsOf(resource, {}).flatMap(
    choice => groups.data?.groups.find(group => group.key === choice.key) ?? [],
  )
  return (
    <Columns
      title={title}
      empty={empty}
      pending={groups.isPending}
      series={[{ label: title, fill: 'bg-apart' }]}
      columns={found.map(group => ({
        label: nameOf(resource, field, group, labels, t),
        parts: [group.count],
        fill: FILLS[tone(String(group.key), group.label ?? '')],
        to: { path: resource.path, search: { ...filtersOf(params), ...onlyGroup(field.name, group) } },
      }))}
    />
  )
}
