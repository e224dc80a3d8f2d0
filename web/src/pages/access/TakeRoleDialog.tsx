/** Asks before a role is removed. */
import type { ReactNode } from 'react'
import { useRemove } from '@/api/objects'
import { useTranslation } from '@/i18n/react'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { toast } from '@/ui/Toast'

interface Props {
  /** The assignment that ends. */
  id: string
  onClose: () => void
  children: ReactNode
}

export function TakeRoleDialog({ id, onClose, children }: Props) {
  const { t } = useTranslation()
  const remove = useRemove('role-assignments')
  const done = {
    onSuccess: () => {
      toast.good(t('access.taken'))
      onClose()
    },
    onError: toast.bad,
  }
  return (
    <ConfirmDialog
      danger
      title={t('access.takeTitle')}
      verb={t('access.takeVerb')}
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate(id, done)}
    >
      <p>{children}</p>
    </ConfirmDialog>
  )
}
