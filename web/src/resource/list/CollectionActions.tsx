import { Ellipsis } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Action, Resource } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { Menu } from '@/ui/Menu'
import { actionsOf } from '../actions'

const ActionDialog = lazy(() => import('../ActionDialog'))

/** Actions on the whole resource, behind a button above its list. */
export function CollectionActions({ resource }: { resource: Resource }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const [running, setRunning] = useState<Action | null>(null)
  const actions = actionsOf(resource, 'collection')
  if (actions.length === 0) return null
  return (
    <>
      <Menu
        items={actions.map(action => ({
          label: labels.action(resource, action),
          run: () => setRunning(action),
        }))}
      >
        <Button icon={<Ellipsis size={17} />} label={t('common.more')} />
      </Menu>
      {running && (
        <Suspense fallback={null}>
          <ActionDialog resource={resource} action={running} onClose={() => setRunning(null)} />
        </Suspense>
      )}
    </>
  )
}
