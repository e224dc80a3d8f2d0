import { FlaskConicalOff } from 'lucide-react'
import { enterDraft } from '@/api/draft'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { Empty } from '@/ui/States'

/** Shown in place of an object that does not exist in the what-if. */
export function NotInDraft() {
  const { t } = useTranslation()
  return (
    <Empty title={t('whatIf.notHere')} icon={<FlaskConicalOff />}>
      <p>{t('whatIf.notHereHelp')}</p>
      <Button look="primary" onClick={() => enterDraft(undefined)}>
        {t('whatIf.toPresent')}
      </Button>
    </Empty>
  )
}
