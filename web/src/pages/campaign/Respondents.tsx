/** Who answers in each perimeter. Whoever usually gets its work is chosen already. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useModel } from '@/api/model'
import { useTranslation } from '@/i18n/react'
import { ManyControl } from '@/resource/form/ReferenceControl'
import { FormField } from '@/ui/Field'
import { ASSIGNMENTS } from '../audit/assign/api'
import { perimetersQuery } from './api'

interface Props {
  perimeters: string[]
  value: Record<string, string[]>
  onChange: (value: Record<string, string[]>) => void
}

export function Respondents({ perimeters, value, onChange }: Props) {
  const { t } = useTranslation()
  const resource = useModel().resources[ASSIGNMENTS]
  const field = resource?.fields.find(one => one.name === 'actor')
  const found = useQuery(perimetersQuery(perimeters)).data
  const latest = useRef({ value, onChange })
  latest.current = { value, onChange }
  useEffect(() => {
    const { value, onChange } = latest.current
    const fresh = (found ?? []).filter(one => !(one.id in value) && one.default_assignee.length > 0)
    if (fresh.length === 0) return
    const usual = fresh.map(one => [one.id, one.default_assignee.map(actor => actor.id)] as const)
    onChange({ ...value, ...Object.fromEntries(usual) })
  }, [found])
  if (!resource?.permissions.add || !field || perimeters.length === 0) return null
  return (
    <FormField label={t('campaign.who')} help={t('campaign.whoHelp')} group>
      <ul className="flex flex-col gap-3 border-line border-l-2 pl-4">
        {(found ?? [])
          .filter(one => perimeters.includes(one.id))
          .map(one => (
            <li key={one.id}>
              <FormField label={`${one.name} · ${one.folder.str}`}>
                <ManyControl
                  resource={resource}
                  field={field}
                  value={value[one.id] ?? []}
                  onChange={actors => onChange({ ...value, [one.id]: actors as string[] })}
                />
              </FormField>
            </li>
          ))}
      </ul>
    </FormField>
  )
}
