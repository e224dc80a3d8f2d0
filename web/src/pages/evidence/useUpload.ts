/** Files come in with a revision of their own, or join one that is there. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { request } from '@/api/client'
import type { Row } from '@/api/model'
import { refresh } from '@/api/objects'
import { toast } from '@/ui/Toast'
import type { Revision } from './files'

function put(revision: string, files: File[]) {
  const body = new FormData()
  for (const file of files) body.append('file', file)
  return request(`evidence-revisions/${revision}/upload/`, { method: 'POST', body })
}

/** A revision that nothing was put on yet takes the first files itself. */
export const isBlank = (revision: Revision) => revision.attachments.length === 0 && !revision.link

export function useUpload(evidence: string, latest: Revision | undefined) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const remove = async (revision: string) => {
    await request(`evidence-revisions/${revision}/`, { method: 'DELETE' })
  }
  const add = useMutation({
    mutationFn: ({ revision, files }: { revision: string; files: File[] }) => put(revision, files),
    onSuccess: (_, { files }) => toast.good(t('form.uploaded', { count: files.length })),
    onError: toast.bad,
    onSettled: () => refresh(client),
  })
  const renew = useMutation({
    mutationFn: async (files: File[]) => {
      if (latest && isBlank(latest)) {
        await put(latest.id, files)
        return null
      }
      const made = (await request<Row>('evidence-revisions/', { method: 'POST', body: { evidence } })).data
      try {
        await put(made.id, files)
      } catch (error) {
        // No revision stays behind that has nothing on it.
        await remove(made.id).catch(() => {})
        throw error
      }
      return made
    },
    onSuccess: (made, files) => {
      if (!made) return toast.good(t('form.uploaded', { count: files.length }))
      const undo = () =>
        void remove(made.id)
          .then(() => toast.good(t('common.undone')), toast.bad)
          .finally(() => void refresh(client))
      toast.good(t('evidence.renewed', { version: made.version }), { label: t('common.undo'), run: undo })
    },
    onError: toast.bad,
    onSettled: () => refresh(client),
  })
  return { add, renew, busy: add.isPending || renew.isPending }
}
