/** Asks before a page with unsaved work is left. */
import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'

/**
 * `isDirty` is called at the moment of leaving; `onLeave` discards what was typed, once the person has
 * confirmed.
 */
export function LeaveGuard({ isDirty, onLeave }: { isDirty: () => boolean; onLeave?: () => void }) {
  const { t } = useTranslation()
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isDirty(),
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return (
    <Dialog
      open={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      size="sm"
      title={t('form.unsaved')}
      footer={
        <>
          <Button
            look="danger"
            onClick={() => {
              onLeave?.()
              blocker.proceed?.()
            }}
          >
            {t('form.leave')}
          </Button>
          <Button look="primary" onClick={() => blocker.reset?.()}>
            {t('form.stay')}
          </Button>
        </>
      }
    >
      <p>{t('form.unsavedHelp')}</p>
    </Dialog>
  )
}
