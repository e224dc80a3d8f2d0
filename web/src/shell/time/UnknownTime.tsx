import { History } from 'lucide-react'
import { useGoTo } from '@/api/useInstant'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { Empty } from '@/ui/States'
import { reason } from './TimePicker'

/** Shown in place of the page if a link or a step leads to an instant that the journal does not cover. */
export function UnknownTime({ error }: { error: unknown }) {
  const { t } = useTranslation()
  const goTo = useGoTo()
  return (
    <Empty title={t('time.unknown')} icon={<History />}>
      <p>{reason(error)}</p>
      <Button look="primary" onClick={() => goTo(undefined)}>
        {t('time.backToNow')}
      </Button>
    </Empty>
  )
}
