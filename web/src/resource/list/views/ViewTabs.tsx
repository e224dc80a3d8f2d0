/** Saved views above their list, one click away. */
import { Users } from 'lucide-react'
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'
import type { ListState } from '../useListState'
import { normal, paramsOf, queryOf } from './query'
import type { View } from './useViews'

/** The rest is behind the button that saves and deletes them. */
const SHOWN = 8

export function ViewTabs({ views, state }: { views: View[]; state: ListState }) {
  const { t } = useTranslation()
  if (views.length === 0) return null
  const now = queryOf(state)
  const tabs: View[] = [{ name: t('common.all'), query: '' }, ...views.slice(0, SHOWN)]
  return (
    <nav
      aria-label={t('list.views')}
      className="-mx-5 -mt-1 mb-1 flex gap-1 overflow-x-auto border-line border-b px-2.5 lg:-mx-8 lg:px-5.5"
    >
      {tabs.map(view => {
        const current = normal(view.query) === now
        return (
          <button
            key={view.id ?? view.name}
            type="button"
            aria-current={current || undefined}
            onClick={() => state.replace(paramsOf(view.query))}
            className={cn(
              'flex max-w-56 shrink-0 items-center gap-1.5 border-b-2 px-2.5 pt-1 pb-1.5 text-ink-soft outline-offset-[-2px] transition-colors hover:text-ink',
              current ? 'border-accent font-medium text-ink' : 'border-transparent',
            )}
          >
            {view.id && (
              <>
                <Users size={13} aria-hidden className="shrink-0 text-ink-faint" />
                <span className="sr-only">{t('list.viewShared')}</span>
              </>
            )}
            <span className="truncate">{view.name}</span>
          </button>
        )
      })}
    </nav>
  )
}
