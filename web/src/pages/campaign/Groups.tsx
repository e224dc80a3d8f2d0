/** Which implementation groups the audits cover: those of the chosen frameworks. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@/i18n/react'
import { FormField } from '@/ui/Field'
import { frameworksQuery } from './api'

interface Props {
  frameworks: string[]
  value: string[]
  onChange: (groups: string[]) => void
}

export function Groups({ frameworks, value, onChange }: Props) {
  const { t } = useTranslation()
  const all = useQuery(frameworksQuery).data ?? []
  const groups = new Map(
    all
      .filter(one => frameworks.includes(one.id))
      .flatMap(one => one.implementation_groups_definition ?? [])
      .map(group => [group.ref_id, group.name || group.ref_id]),
  )
  if (groups.size === 0) return null
  return (
    <FormField label={t('campaign.groups')} help={t('campaign.groupsHelp')} group>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {[...groups].map(([group, name]) => (
          <label key={group} className="flex min-h-8 items-center gap-2">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={value.includes(group)}
              onChange={event =>
                onChange(event.target.checked ? [...value, group] : value.filter(one => one !== group))
              }
            />
            {name}
          </label>
        ))}
      </div>
    </FormField>
  )
}
