import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '@/api/useDraft'

/** The title of the browser's tab. */
export function usePageTitle(title: string) {
  const { t } = useTranslation()
  const mark = useDraft() ? `${t('whatIf.title')}: ` : ''
  useEffect(() => {
    document.title = title ? `${mark}${title} · Cairn` : 'Cairn'
  }, [title, mark])
}
