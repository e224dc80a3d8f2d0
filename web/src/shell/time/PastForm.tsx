import { useLocation } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { useGoTo, useInstant } from '@/api/useInstant'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { Empty } from '@/ui/States'

/** Whether the page is a form, whose address says so, while the past is looked at. */
export function useIsPastForm(): boolean {
  const at = useInstant()
  const path = useLocation({ select: location => location.pathname })
  return !!at && /\/(new|edit)$/.test(path)
}

/** Shown in place of a form: the past cannot be changed. */
export function PastForm() {
  const { t } = useTranslation()
  const goTo = useGoTo()
  return (
    <Empty title={t('time.readOnlyTitle')} icon={<History />}>
      <p>{t('time.readOnly')}</p>
      <Button look="primary" onClick={() => goTo(undefined)}>
        {t('time.backToNow')}
      </Button>
    </Empty>
  )
}
