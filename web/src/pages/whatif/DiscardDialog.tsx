/** Asks before a what-if is given up. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { enterDraft } from '@/api/draft'
import { refresh } from '@/api/objects'
import { type Draft, useDraft } from '@/api/useDraft'
import { useTranslation } from '@/i18n/react'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { toast } from '@/ui/Toast'
import { discard } from './api'

export default function DiscardDialog({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const here = useDraft() === draft.id
  const run = useMutation({
    mutationFn: () => discard(draft.id),
    onSuccess: () => {
      if (here) return enterDraft(undefined)
      toast.good(t('compared.discarded'))
      onClose()
      void refresh(client)
    },
    onError: toast.bad,
  })
  return (
    <ConfirmDialog
      danger
      title={t('compared.discardTitle', { name: draft.name })}
      verb={t('whatIf.discard')}
      busy={run.isPending || run.isSuccess}
      onConfirm={() => run.mutate()}
      onClose={onClose}
    >
      {t('compared.discardHelp', { count: draft.step_count })}
    </ConfirmDialog>
  )
}
