/** Findings by how bad they are, and how far each is: open, being worked on, settled. */
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import type { Resource } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { type Group, groupsQuery, nameOf } from '@/resource/list/grouping/groups'
import { Failed } from '@/ui/States'
import { OPEN, SETTLED, SEVERITIES } from '../board/severity'
import { Columns } from './Columns'
import { filtersOf } from './ways'

const STATES = [
  { label: 'charts.settled', statuses: SETTLED, fill: 'bg-done' },
  { label: 'charts.inProgress', statuses: ['in_progress'], fill: 'bg-partly' },
  {
    label: 'charts.open',
    statuses: OPEN.filter(status => status !== 'in_progress'),
    fill: 'bg-failed hatched',
  },
]

interface Props {
  resource: Resource
  params: Record<string, string>
}

export function BySeverity({ resource, params }: Props) {
  const { t } = useTranslation()
  const labels = useLabels()
  const field = resource.fields.find(one => one.name === 'severity')
  const answers = useQueries({
    queries: STATES.map(state =>
      groupsQuery(resource.path, 'severity', { ...params, status__in: state.statuses.join(',') }, []),
    ),
  }) as UseQueryResult<{ groups: Group[] }>[]
  const failed = answers.find(answer => answer.error && !answer.data)
  if (!field) return null
  if (failed)
    return <Failed error={failed.error} retry={() => answers.forEach(answer => void answer.refetch())} />
  const columns = SEVERITIES.map(severity => ({
    label: nameOf(resource, field, { key: severity, label: null, count: 0 }, labels, t),
    parts: answers.map(
      answer => answer.data?.groups.find(group => Number(group.key) === severity)?.count ?? 0,
    ),
    to: { path: resource.path, search: { ...filtersOf(params), severity: String(severity) } },
    rated: severity >= 0,
  }))
  return (
    <Columns
      title={t('charts.bySeverity')}
      empty={t('charts.noFindings')}
      pending={answers.some(answer => answer.isPending)}
      series={STATES.map(state => ({ label: t(state.label), fill: state.fill }))}
      columns={columns.filter(column => column.rated || column.parts.some(part => part > 0))}
    />
  )
}
