/** Asks before something that cannot be undone, or that others will notice. */
import type { ReactNode } from 'react'
import { useTranslation } from '@/i18n/react'
import { Button } from './Button'
import { Dialog } from './Dialog'

interface Props {
  title: string
  /** The verb on the button: “Revoke”, never “OK”. */
  verb: string
  danger?: boolean
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}

export function ConfirmDialog({ title, verb, danger, busy, onConfirm, onClose, children }: Props) {
  const { t } = useTranslation()
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look={danger ? 'danger' : 'primary'} disabled={busy} onClick={onConfirm}>
            {verb}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
