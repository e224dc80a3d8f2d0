import { useQuery } from '@tanstack/react-query'
import type { Field, Resource } from '@/api/model'
import { optionsQuery } from '@/api/objects'
import { isEmpty, Nothing, Value } from '../value/Value'

/** A raw value, whose references are only ids, in words. */
export function RawValue({ resource, field, value }: { resource: Resource; field: Field; value: unknown }) {
  const ids = field.target ? (Array.isArray(value) ? value : value ? [value] : []) : []
  const names = useQuery({
    ...optionsQuery(field.target ?? '', '', { id: ids.join(',') }),
    enabled: ids.length > 0,
  })
  if (isEmpty(value)) return <Nothing />
  if (field.target) return <span>{names.data?.results.map(option => option.str).join(', ') ?? '…'}</span>
  return <Value resource={resource} field={field} value={value} />
}
