/** The files of an evidence: drop, paste or choose to add. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download, FileIcon, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { request } from '@/api/client'
import { refresh } from '@/api/objects'
import { formatSize } from '@/i18n/format'
import { Button } from '@/ui/Button'
import { DropZone } from '@/ui/DropZone'
import { toast } from '@/ui/Toast'
import type { DetailProps } from '..'

interface Attachment {
  id: string
  name: string
  size: number
}

export default function Files({ resource, row }: DetailProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const files = (row.attachments ?? []) as Attachment[]
  const revision = (row.latest_revision as { id: string } | null)?.id
  const upload = useMutation({
    mutationFn: (chosen: File[]) => {
      const body = new FormData()
      for (const file of chosen) body.append('file', file)
      return request(`evidences/${row.id}/upload/`, { method: 'POST', body })
    },
    onSuccess: (_, chosen) => {
      toast.good(t('form.uploaded', { count: chosen.length }))
      return refresh(client)
    },
    onError: toast.bad,
  })
  const remove = useMutation({
    mutationFn: (file: string) =>
      request(`evidence-revisions/${revision}/delete_attachment/`, { method: 'POST', body: { file } }),
    onSuccess: () => {
      toast.good(t('files.removed'))
      return refresh(client)
    },
    onError: toast.bad,
  })
  const writable = resource.permissions.change
  return (
    <section aria-labelledby="files" className="max-w-3xl">
      <h2 id="files" className="mb-3 border-line border-b pb-1.5 font-semibold text-base">
        {t('files.title')}
      </h2>
      {files.length === 0 && <p className="mb-3 text-ink-soft">{t('files.none')}</p>}
      <ul className="mb-3 flex flex-col gap-1">
        {files.map(file => (
          <li
            key={file.id}
            className="flex items-center gap-2.5 rounded-md border border-line bg-raised px-3 py-2"
          >
            <FileIcon size={16} aria-hidden className="shrink-0 text-ink-faint" />
            <span className="min-w-0 grow truncate">{file.name}</span>
            <span className="shrink-0 text-ink-soft text-sm">{formatSize(file.size)}</span>
            <a
              href={`/api/evidence-files/${file.id}/content/`}
              download={file.name}
              aria-label={`${t('files.download')} ${file.name}`}
              className="grid size-7 place-items-center rounded-md text-ink-soft hover:bg-hover"
            >
              <Download size={15} />
            </a>
            {writable && revision && (
              <Button
                look="quiet"
                size="sm"
                icon={<Trash2 size={15} />}
                label={`${t('files.remove')} ${file.name}`}
                onClick={() => remove.mutate(file.id)}
              />
            )}
          </li>
        ))}
      </ul>
      {writable && <DropZone busy={upload.isPending} onFiles={chosen => upload.mutate(chosen)} />}
    </section>
  )
}
