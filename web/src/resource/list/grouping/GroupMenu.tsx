import { Rows3 } from 'lucide-react'
import type { Resource } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { Menu } from '@/ui/Menu'
import { ToolButton } from '@/ui/ToolButton'
import type { ListState } from '../useListState'
import { groupable } from './groupable'

/** What the rows of a list are grouped by. */
export function GroupMenu({ resource, state }: { resource: Resource; state: ListState }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const fields = groupable(resource)
  if (fields.length === 0) return null
  return (
    <Menu
      items={[
        {
          label: t('list.groups.off'),
          checked: !state.group,
          run: () => state.set({ group: undefined }),
        },
        null,
        ...fields.map(field => ({
          label: labels.field(resource, field),
          checked: state.group === field.name,
          run: () => state.set({ group: field.name }),
        })),
      ]}
    >
      <ToolButton icon={<Rows3 size={16} aria-hidden />} label={t('list.groups.by')} />
    </Menu>
  )
}
