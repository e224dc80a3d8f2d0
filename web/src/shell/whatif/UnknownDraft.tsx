import { FlaskConicalOff } from 'lucide-react'
import { enterDraft } from '@/api/draft'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { Empty } from '@/ui/States'

/** Shown in place of the page if a link leads to a what-if that is over, or that the person may not see. */
export function UnknownDraft({ error }: { error: Error }) {
  const { t } = useTranslation()
  return (
    <Empty title={t('whatIf.unknown')} icon={<FlaskConicalOff />}>
      <p>{error.message}</p>
      <Button look="primary" onClick={() => enterDraft(undefined)}>
        {t('whatIf.toPresent')}
      </Button>
    </Empty>
  )
}
