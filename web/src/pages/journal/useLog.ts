/** The requests of the audit log. */
import { useMemo } from 'react'
import { type Resource, useModel } from '@/api/model'
import { useInstant } from '@/api/useInstant'
import { useLabels } from '@/i18n/labels'
import { LOG } from '@/resource/journal/entry'
import type { useListState } from '@/resource/list/useListState'

export type LogState = ReturnType<typeof useListState>

/** Found by searching or by other filters, or of no use to people. */
const HIDDEN = new Set([
  'created_at',
  'updated_at',
  'seq',
  'object_id',
  'object_name',
  'actor_label',
  'token',
])

/** The log in the form that the filter bar expects: resources are chosen by name. */
export function useFilterable(): Resource | undefined {
  const model = useModel()
  const labels = useLabels()
  const log = model.resources[LOG]
  return useMemo(() => {
    if (!log) return undefined
    const choices = Object.values(model.resources)
      .filter(resource => resource.history !== false)
      .map(resource => ({ key: resource.path, label: labels.plural(resource) }))
      .sort((a, b) => a.label.localeCompare(b.label))
    return {
      ...log,
      fields: log.fields
        .filter(field => !HIDDEN.has(field.name))
        .map(field => (field.name === 'resource' ? { ...field, kind: 'choice' as const, choices } : field)),
      filters: log.filters.filter(filter => filter.name !== 'object'),
    }
  }, [log, model, labels])
}

/** A log has no past, it only grows: as of an instant, it is what had happened until then. */
export function useUntil(params: Record<string, string>): Record<string, string> {
  const at = useInstant()
  return useMemo(() => {
    const given = params.at__lte
    return at && !(given && given < at) ? { ...params, at__lte: at } : params
  }, [params, at])
}
