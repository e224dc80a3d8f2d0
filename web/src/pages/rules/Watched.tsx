/** Chooses what a rule watches, among what can be watched, under the modules that people know. */
import { useQuery } from '@tanstack/react-query'
import { useModel } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { useWiring } from '@/ui/Field'
import { watchableQuery } from './api'

interface WatchedProps {
  value: string
  disabled: boolean
  onChange: (path: string) => void
}

export function Watched({ value, disabled, onChange }: WatchedProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const model = useModel()
  const watchable = useQuery(watchableQuery)
  const paths = new Set((watchable.data ?? []).map(one => one.path))
  const groups = model.modules
    .map(module => ({
      label: labels.module(module),
      resources: module.resources.flatMap(path => {
        const resource = model.resources[path]
        return resource && paths.has(path) ? [resource] : []
      }),
    }))
    .filter(group => group.resources.length > 0)
  const own = model.resources[value]
  return (
    <select
      {...useWiring()}
      className="control max-w-md"
      disabled={disabled}
      value={value}
      onChange={event => onChange(event.target.value)}
    >
      <option value="" disabled>
        {t('rules.choose')}
      </option>
      {!watchable.data && value && <option value={value}>{own ? labels.plural(own) : value}</option>}
      {groups.map(group => (
        <optgroup key={group.label} label={group.label}>
          {group.resources.map(resource => (
            <option key={resource.path} value={resource.path}>
              {labels.plural(resource)}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  )
}
