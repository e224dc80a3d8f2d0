import { useEffect } from 'react'
import { useDraft } from '@/api/useDraft'
import { useTranslation } from '@/i18n/react'

/** The title of the browser's tab. */
export function usePageTitle(title: string) {
  const { t } = useTranslation()
  const mark = useDraft() ? `${t('whatIf.title')}: ` : ''
  useEffect(() => {
    document.title = title ? `${mark}${title} · Cairn` : 'Cairn'
  }, [title, mark])
}
