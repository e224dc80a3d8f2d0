/** The files of an object, with a place to add more. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, Paperclip, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { linkTo, request } from '@/api/client'
import { type Resource, type Row, useModel } from '@/api/model'
import { pageQuery, refresh } from '@/api/objects'
import { uploadEach } from '@/api/uploads'
import { may, useUser } from '@/api/user'
import { formatDateTime, formatRelative, formatSize } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { DropZone } from '@/ui/DropZone'
import { RefusedFiles, useRefused } from '@/ui/RefusedFiles'
import { Empty, Failed, Loading } from '@/ui/States'
import { toast } from '@/ui/Toast'

interface Attachment extends Row {
  name: string
  created_at: string
  file: { size: number }
}

const PATH = 'attachments'
const MOST = 500

const attachmentsQuery = (about: string, size = MOST) =>
  pageQuery<Attachment>(PATH, { about, ordering: 'name' }, 0, size)

/** The resource of attachments, if objects of this one support them and the person may see them. */
export function useAttachments(
  resource: Resource,
  id: string,
): { resource: Resource; count?: number } | undefined {
  const files = useModel().resources[PATH]
  const carried = files && resource.carries?.includes(PATH) ? files : undefined
  const count = useQuery({ ...attachmentsQuery(id, 1), enabled: !!carried }).data?.count
  return carried && { resource: carried, count }
}

const put = (about: string) => (file: File) => {
  const body = new FormData()
  body.append('file', file)
  return request(`${PATH}/upload/?about=${about}`, { method: 'POST', body })
}

export function Attachments({ resource, row }: { resource: Resource; row: Row }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const user = useUser()
  const [leaving, setLeaving] = useState<Attachment | null>(null)
  const refused = useRefused()
  const files = useQuery(attachmentsQuery(row.id))
  const folder = (row.folder as { id?: string } | null)?.id
  const writable = resource.permissions.change && may(user, 'add_attachment', folder)
  const settled = { onError: toast.bad, onSettled: () => refresh(client) }
  const upload = useMutation({
    mutationFn: (added: File[]) => uploadEach(added, put(row.id)),
    onSuccess: ({ taken, refused: others }) => {
      refused.add(others)
      if (taken.length > 0) toast.good(t('form.uploaded', { count: taken.length }))
    },
    ...settled,
  })
  const remove = useMutation({
    mutationFn: (file: Attachment) => request(`${PATH}/${file.id}/remove/`, { method: 'POST', body: {} }),
    onSuccess: () => toast.good(t('files.removed')),
    ...settled,
  })
  if (files.isPending) return <Loading />
  if (files.error) return <Failed error={files.error} retry={() => void files.refetch()} />
  const { results } = files.data
  return (
    <div className="flex max-w-3xl flex-col gap-4 px-5 py-6 lg:px-8">
      {writable && (
        <DropZone
          busy={upload.isPending}
          label={t('attachments.drop')}
          onFiles={added => upload.mutate(added)}
        />
      )}
      <RefusedFiles files={refused.files} onDismiss={refused.dismiss} />
      {results.length === 0 ? (
        <Empty title={t('attachments.empty')} icon={<Paperclip />}>
          {writable && <p>{t('attachments.emptyHelp')}</p>}
        </Empty>
      ) : (
        <ul
          aria-label={t('attachments.title')}
          className="flex flex-col divide-y divide-line rounded-lg border border-line bg-raised"
        >
          {results.map(file => (
            <li key={file.id} className="flex items-center gap-3 px-3 py-2">
              <Paperclip size={15} aria-hidden className="shrink-0 text-ink-faint" />
              <span className="min-w-0 grow">
                <span className="block truncate font-medium" title={file.name}>
                  {file.name}
                </span>
                <span className="block text-ink-soft text-sm">
                  {formatSize(file.file.size)} ·{' '}
                  <time dateTime={file.created_at} title={formatDateTime(file.created_at)}>
                    {formatRelative(file.created_at)}
                  </time>
                </span>
              </span>
              <a
                href={linkTo(`${PATH}/${file.id}/content/`)}
                download={file.name}
                aria-label={`${t('files.download')} ${file.name}`}
                className="grid size-8 shrink-0 place-items-center rounded-md text-ink-soft hover:bg-hover hover:text-ink"
              >
                <Download size={15} aria-hidden />
              </a>
              {writable && (
                <Button
                  size="sm"
                  look="quiet"
                  icon={<Trash2 size={15} />}
                  label={t('common.remove', { name: file.name })}
                  onClick={() => setLeaving(file)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {leaving && (
        <Dialog
          open
          onClose={() => setLeaving(null)}
          size="sm"
          title={t('remove.title', { name: leaving.name })}
          footer={
            <>
              <Button onClick={() => setLeaving(null)}>{t('common.cancel')}</Button>
              <Button
                look="danger"
                onClick={() => {
                  remove.mutate(leaving)
                  setLeaving(null)
                }}
              >
                {t('common.remove', { name: leaving.name })}
              </Button>
            </>
          }
        >
          <p>{t('attachments.removeHelp')}</p>
        </Dialog>
      )}
    </div>
  )
}
