import { useDomains } from '@/api/domains'
import { useTranslation } from '@/i18n/react'
import type { Dashboard } from './api'

/** Who sees a dashboard, in words. */
export function useAudience(dashboard: Dashboard): string {
  const { t } = useTranslation()
  const root = useDomains()
  const domain = dashboard.folder.str
  if (dashboard.builtin) return t('dashboard.seenByAll')
  if (!dashboard.is_published) return t('dashboard.seenBy', { domain })
  return dashboard.folder.id === root.uuid
    ? t('dashboard.seenByEveryone')
    : t('dashboard.seenBelow', { domain })
}
