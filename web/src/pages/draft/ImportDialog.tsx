/** Content of a library file, taken into a draft. What it has already is replaced. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refresh } from '@/api/objects'
import { useTranslation } from '@/i18n/react'
import { Dialog } from '@/ui/Dialog'
import { DropZone } from '@/ui/DropZone'
import { toast } from '@/ui/Toast'
import { FileProblems } from '../library/FileProblems'
import { type Draft, importObjects } from './api'

export const ACCEPTED = '.yaml,.yml,.xlsx'

export function ImportDialog({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const send = useMutation({
    mutationFn: (file: File) => importObjects(draft.id, file),
    onSuccess: async ({ created, updated }) => {
      await refresh(client)
      toast.good(t('draft.imported', { created, updated }))
      onClose()
    },
  })
  return (
    <Dialog open size="lg" title={t('draft.import')} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <p className="text-ink-soft">{t('draft.importHelp')}</p>
        <DropZone
          accept={ACCEPTED}
          busy={send.isPending}
          label={send.isPending ? send.variables.name : undefined}
          onFiles={files => files[0] && send.mutate(files[0])}
        />
        <FileProblems name={send.variables?.name ?? ''} error={send.error} />
      </div>
    </Dialog>
  )
}
