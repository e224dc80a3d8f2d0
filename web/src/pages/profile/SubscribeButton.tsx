/** Offers a link with which a calendar program shows what is due. Its dialog is loaded when it is asked for. */
import { CalendarPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useUser } from '@/api/user'
import { withWords } from '@/i18n/parts'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'

const SubscribeDialog = lazy(withWords('feed', () => import('./SubscribeDialog')))

export function SubscribeButton() {
  const { t } = useTranslation()
  const user = useUser()
  const [open, setOpen] = useState(false)
  // They have no tokens, and a link is one.
  if (user.is_third_party) return null
  return (
    <>
      <Button icon={<CalendarPlus size={16} aria-hidden />} onClick={() => setOpen(true)}>
        {t('tokens.subscribe')}
      </Button>
      {open && (
        <Suspense>
          <SubscribeDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
