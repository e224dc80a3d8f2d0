import { FlaskConical } from 'lucide-react'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { startWhatIf, useMayStart } from './starting'

/** Offers a what-if where people wonder about one. */
export function StartButton({ folder }: { folder?: string }) {
  const { t } = useTranslation()
  if (!useMayStart()) return null
  return (
    <Button
      look="quiet"
      className="max-sm:hidden"
      icon={<FlaskConical size={15} aria-hidden />}
      onClick={() => startWhatIf({ folder })}
    >
      {t('whatIf.button')}
    </Button>
  )
}
