import { useQuery } from '@tanstack/react-query'
import type { Resource } from '@/api/model'
import { optionsQuery } from '@/api/objects'
import { formatDate, formatNumber } from '@/i18n/format'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import type { Filter } from './filters'

interface Props {
  resource: Resource
  filter: Filter
  values: Record<string, string>
}

/** A filter's value in words. */
export function FilterWords({ resource, filter, values }: Props) {
  const { t } = useTranslation()
  const labels = useLabels()
  const value = values[filter.name]
  const isNull = values[`${filter.name}__isnull`]
  if (isNull) return t(isNull === 'true' ? 'list.isEmpty' : 'list.isSet')
  switch (filter.kind) {
    case 'choices':
      return (value ?? '')
        .split(',')
        .map(key => {
          const choice = filter.field.choices?.find(choice => String(choice.key) === key)
          return choice ? labels.choice(resource, filter.field, choice) : key
        })
        .join(', ')
    case 'reference':
      return <Names path={filter.field.target ?? ''} ids={value ?? ''} />
    case 'boolean':
    case 'flag':
      return t(value === 'true' ? 'common.yes' : 'common.no')
    case 'contains':
      return `“${values[`${filter.name}__icontains`]}”`
    case 'range': {
      const show = (text?: string) =>
        text && (filter.field.kind.startsWith('date') ? formatDate(text) : formatNumber(Number(text)))
      const [from, to] = [show(values[`${filter.name}__gte`]), show(values[`${filter.name}__lte`])]
      return from && to ? `${from} – ${to}` : from ? `≥ ${from}` : `≤ ${to}`
    }
    case 'answer':
      return filter.answers.find(answer => answer.key === value)?.label ?? value
    case 'text':
      return value
  }
}

function Names({ path, ids }: { path: string; ids: string }) {
  const found = useQuery(optionsQuery(path, '', { id: ids }))
  const names = found.data?.results.map(option => option.str) ?? []
  return names.length > 2 ? `${names.slice(0, 2).join(', ')} +${names.length - 2}` : names.join(', ') || '…'
}
