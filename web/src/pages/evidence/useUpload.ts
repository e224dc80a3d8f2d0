/** Files come in with a revision of their own, or join one that is there. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '@/api/client'
import type { Row } from '@/api/model'
import { refresh } from '@/api/objects'
import { type Uploaded, uploadEach } from '@/api/uploads'
import { useTranslation } from '@/i18n/react'
import { useRefused } from '@/ui/RefusedFiles'
import { toast } from '@/ui/Toast'
import { type Revision, revisionsQuery } from './files'

const put = (revision: string) => (file: File) => {
  const body = new FormData()
  body.append('file', file)
  return request(`evidence-revisions/${revision}/upload/`, { method: 'POST', body })
}

/** A revision without files takes the first files itself. */
export const isBlank = (revision: Revision) => revision.attachments.length === 0 && !revision.link

export function useUpload(evidence: string) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const refused = useRefused()
  const remove = async (revision: string) => {
    await request(`evidence-revisions/${revision}/`, { method: 'DELETE' })
  }
  const tell = ({ taken, refused: others }: Uploaded) => {
    refused.add(others)
    if (taken.length > 0) toast.good(t('form.uploaded', { count: taken.length }))
  }
  const settled = { onError: toast.bad, onSettled: () => refresh(client) }
  const add = useMutation({
    mutationFn: ({ revision, files }: { revision: string; files: File[] }) =>
      uploadEach(files, put(revision)),
    onSuccess: tell,
    ...settled,
  })
  const renew = useMutation({
    mutationFn: async (files: File[]) => {
      // Asked anew: files that came a moment ago must not be replaced because the page does not show them yet.
      const { results } = await client.fetchQuery({ ...revisionsQuery(evidence), staleTime: 0 })
      const latest = results[0]
      if (latest && isBlank(latest)) return { made: null, result: await uploadEach(files, put(latest.id)) }
      const made = (await request<Row>('evidence-revisions/', { method: 'POST', body: { evidence } })).data
      // No empty revision is left behind.
      const drop = () => remove(made.id).catch(() => {})
      try {
        const result = await uploadEach(files, put(made.id))
        if (result.taken.length === 0) await drop()
        return { made: result.taken.length > 0 ? made : null, result }
      } catch (error) {
        await drop()
        throw error
      }
    },
    onSuccess: ({ made, result }) => {
      if (!made) return tell(result)
      refused.add(result.refused)
      const undo = () =>
        void remove(made.id)
          .then(() => toast.good(t('common.undone')), toast.bad)
          .finally(() => void refresh(client))
      toast.good(t('evidence.renewed', { version: made.version }), { label: t('common.undo'), run: undo })
    },
    ...settled,
  })
  return { add, renew, refused, busy: add.isPending || renew.isPending }
}
