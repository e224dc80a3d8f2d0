/** What the list of rules shows beside the usual columns. */

import { field, type Row, useModel } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { canEdit } from '@/resource/detail/Editable'
import { useInlineEdit } from '@/resource/list/useInlineEdit'
import { Switch } from '@/ui/Switch'
import { RULES, type Rule } from './api'

export function Watches({ row }: { row: Row }) {
  const labels = useLabels()
  const model = useModel()
  const path = (row as Rule).resource
  const resource = model.resources[path]
  return <span className="truncate">{resource ? labels.plural(resource) : path}</span>
}

export function OnOff({ row }: { row: Row }) {
  const resource = useModel().resources[RULES]
  return resource ? <Switched row={row} resource={resource} /> : null
}

function Switched({
  row,
  resource,
}: {
  row: Row
  resource: NonNullable<Parameters<typeof useInlineEdit>[0]>
}) {
  const { t } = useTranslation()
  const inline = useInlineEdit(resource)
  const active = field(resource, 'is_active')
  const rule = row as Rule
  return (
    <span className="flex items-center">
      <Switch
        label={t('rules.switch', { name: rule.name })}
        checked={rule.is_active}
        disabled={!active || !canEdit(resource, row, active)}
        onChange={on => active && inline.save(row, active, on)}
      />
    </span>
  )
}
