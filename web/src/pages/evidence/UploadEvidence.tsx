/** Files that become evidence of what the page is about: one piece of evidence for each. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { request } from '@/api/client'
import { type Field, type Resource, type Row, title } from '@/api/model'
import { refresh } from '@/api/objects'
import { uploadEach } from '@/api/uploads'
import { useUser } from '@/api/user'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { DropZone } from '@/ui/DropZone'
import { RefusedFiles, useRefused } from '@/ui/RefusedFiles'
import { toast } from '@/ui/Toast'

interface Props {
  resource: Resource
  row: Row
  /** The field of the resource that holds its evidence. */
  field: Field
  /** Evidence that is there already is linked instead. */
  onLink: () => void
  onClose: () => void
}

export default function UploadEvidence({ resource, row, onLink, onClose }: Props) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const user = useUser()
  const refused = useRefused()
  // The same relation, as evidence names it.
  const back = { 'applied-controls': 'applied_controls', policies: 'applied_controls', findings: 'findings' }[
    resource.path
  ]
  const send = (file: File) => {
    const body = new FormData()
    body.append('file', file)
    const folder = (row.folder as { id?: string } | null)?.id
    if (folder) body.append('folder', folder)
    body.append(back ?? 'findings_assessments', row.id)
    if (user.actor_id) body.append('owner', user.actor_id)
    return request('evidences/batch-upload/', { method: 'POST', body })
  }
  const upload = useMutation({
    mutationFn: (files: File[]) => uploadEach(files, send),
    onSuccess: ({ taken, refused: others }) => {
      refused.add(others)
      if (taken.length > 0) toast.good(t('evidence.made', { count: taken.length }))
      if (others.length === 0) onClose()
    },
    onError: toast.bad,
    onSettled: () => refresh(client),
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('evidence.uploadTo', { name: title(row, resource) })}
      footer={
        <>
          <Button icon={<Link2 size={15} aria-hidden />} onClick={onLink}>
            {t('evidence.linkExisting')}
          </Button>
          <Button onClick={onClose}>{t(refused.files.length > 0 ? 'common.close' : 'common.cancel')}</Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="text-ink-soft">{t('evidence.uploadHelp')}</p>
        <DropZone busy={upload.isPending} onFiles={files => upload.mutate(files)} />
        <RefusedFiles files={refused.files} onDismiss={refused.dismiss} />
      </div>
    </Dialog>
  )
}
