import { lazy, type ReactNode, Suspense } from 'react'
import type { Resource } from '@/api/model'
import { useTranslation } from '@/i18n/react'
import { Popover } from '@/ui/Popover'
import type { ListState } from './useListState'

const ColumnList = lazy(() => import('./ColumnList'))

interface Props {
  resource: Resource
  state: ListState
  trigger: ReactNode
}

/** Which columns a list shows, and in which order; stored with the view, or with the person's preferences. */
export function ColumnChooser({ resource, state, trigger }: Props) {
  const { t } = useTranslation()
  return (
    <Popover label={t('list.columns')} align="end" className="min-h-40 w-80 p-2" trigger={trigger}>
      <Suspense fallback={null}>
        <ColumnList resource={resource} state={state} />
      </Suspense>
    </Popover>
  )
}
