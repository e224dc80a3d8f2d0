import { History } from 'lucide-react'
import { useGoTo } from '@/api/useInstant'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { Empty } from '@/ui/States'

/** Shown in place of an object that does not exist at the instant being viewed. */
export function NotThen() {
  const { t } = useTranslation()
  const goTo = useGoTo()
  return (
    <Empty title={t('time.notThen')} icon={<History />}>
      <p>{t('time.notThenHelp')}</p>
      <Button look="primary" onClick={() => goTo(undefined)}>
        {t('time.backToNow')}
      </Button>
    </Empty>
  )
}
