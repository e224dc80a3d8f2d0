import { Bookmark } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '@/i18n/react'
import { Popover } from '@/ui/Popover'
import { ToolButton } from '@/ui/ToolButton'
import type { ListState } from '../useListState'
import type { useViews } from './useViews'

const ViewList = lazy(() => import('./ViewList'))

export interface ViewsProps {
  state: ListState
  /** The columns that are shown. */
  columns: string[]
  saved: ReturnType<typeof useViews>
}

/** Behind a button: the saved views, and a way to save another. */
export function Views(props: ViewsProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t('list.views')}
      align="end"
      className="min-h-16 w-80 p-2"
      trigger={<ToolButton icon={<Bookmark size={16} aria-hidden />} label={t('list.views')} />}
    >
      <Suspense fallback={null}>
        <ViewList {...props} onDone={() => setOpen(false)} />
      </Suspense>
    </Popover>
  )
}
