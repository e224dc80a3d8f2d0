import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  CircleCheck,
  Ellipsis,
  File,
  FileImage,
  FileSpreadsheet,
  FileText,
  Pencil,
  Plus,
  Trash2,
} from 'lucide-react'
import { useRef, useState } from 'react'
import { request } from '@/api/client'
import { useModel } from '@/api/model'
import { refresh } from '@/api/objects'
import { formatDate, formatDateTime, formatRelative, formatShortDay, formatSize } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { to } from '@/resource/address'
import { RemoveDialog } from '@/resource/RemoveDialog'
import { isOutside, OutsideLink } from '@/resource/value/OutsideLink'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { cn } from '@/ui/cn'
import { Dialog } from '@/ui/Dialog'
import { Menu } from '@/ui/Menu'
import { toast } from '@/ui/Toast'
import { type EvidenceFile, type Kind, kindOf, type Revision } from './files'
import { useUploader } from './useUploader'

const ICONS: Record<Kind, typeof File> = {
  image: FileImage,
  drawing: FileImage,
  pdf: FileText,
  text: FileText,
  markdown: FileText,
  csv: FileSpreadsheet,
  none: File,
}

interface Props {
  revision: Revision
  newest: boolean
  /** Of the evidence; it speaks of its newest revision. */
  status?: string
  /** The file that is looked at. */
  chosen?: string
  onChoose: (file: string) => void
  writable: boolean
  onFiles: (files: globalThis.File[]) => void
}

export function RevisionItem({ revision, newest, status, chosen, onChoose, writable, onFiles }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const model = useModel()
  const [removing, setRemoving] = useState(false)
  const [leaving, setLeaving] = useState<EvidenceFile | null>(null)
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const resource = model.resources['evidence-revisions']
  const uploader = useUploader(revision.attachments[0])
  const name = t('evidence.version', { version: revision.version })
  return (
    <li
      onDragOver={event => {
        if (!writable || !event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={event => {
        event.preventDefault()
        setOver(false)
        const files = [...event.dataTransfer.files]
        if (writable && files.length > 0) onFiles(files)
      }}
      className={cn(
        'rounded-lg border border-line bg-raised p-2 transition-colors',
        over && 'border-accent bg-accent-soft',
      )}
    >
      <div className="flex items-center gap-2 px-1.5">
        <h3 className="font-semibold">{name}</h3>
        {newest && <Badge tone="accent">{t('evidence.newest')}</Badge>}
        <p className="flex min-w-0 grow flex-wrap gap-x-2 text-ink-soft text-sm">
          <time dateTime={revision.created_at} title={formatDateTime(revision.created_at)}>
            {uploader
              ? t('evidence.uploadedBy', { name: uploader.name, date: formatShortDay(uploader.at) })
              : formatRelative(revision.created_at)}
          </time>
          {(revision.attachments.length > 0 || revision.link) && (
            <Approval revision={revision} status={status} />
          )}
        </p>
        {writable && (
          <>
            <Menu
              items={[
                { label: t('evidence.addTo', { name }), icon: <Plus />, run: () => input.current?.click() },
                {
                  label: t('evidence.note'),
                  icon: <Pencil />,
                  run: () => void navigate({ to: to.edit('evidence-revisions', revision.id) }),
                },
                ...revision.attachments.map(file => ({
                  label: t('common.remove', { name: file.name }),
                  icon: <Trash2 />,
                  danger: true,
                  run: () => setLeaving(file),
                })),
                resource?.permissions.delete && null,
                resource?.permissions.delete && {
                  label: t('evidence.deleteRevision', { name }),
                  icon: <Trash2 />,
                  danger: true,
                  run: () => setRemoving(true),
                },
              ]}
            >
              <Button
                size="sm"
                look="quiet"
                icon={<Ellipsis size={15} />}
                label={t('evidence.actions', { name })}
              />
            </Menu>
            <input
              ref={input}
              type="file"
              multiple
              tabIndex={-1}
              aria-label={t('evidence.addTo', { name })}
              className="hidden"
              onChange={event => {
                const files = [...(event.target.files ?? [])]
                event.target.value = ''
                if (files.length > 0) onFiles(files)
              }}
            />
          </>
        )}
      </div>
      {revision.observation && (
        <p className="line-clamp-3 px-1.5 text-ink-soft text-sm">{revision.observation}</p>
      )}
      {revision.effective_date && (
        <p className="px-1.5 text-ink-soft text-sm">
          {t('evidence.effective', { date: formatDate(revision.effective_date) })}
        </p>
      )}
      {revision.attachments.length === 0 && !revision.link && (
        <p className="px-1.5 py-1 text-ink-soft text-sm">{t('files.none')}</p>
      )}
      <ul className="mt-1 flex flex-col gap-px">
        {revision.attachments.map(file => {
          const Icon = ICONS[kindOf(file)]
          return (
            <li key={file.id}>
              <button
                type="button"
                aria-pressed={file.id === chosen}
                onClick={() => onChoose(file.id)}
                className={cn(
                  'flex w-full items-center gap-2 rounded-md px-1.5 py-1.5 text-left transition-colors',
                  file.id === chosen ? 'bg-accent-soft font-medium text-accent-text' : 'hover:bg-hover',
                )}
              >
                <Icon size={15} aria-hidden className="shrink-0" />
                <span className="min-w-0 grow truncate" title={file.name}>
                  {file.name}
                </span>
                <span className="shrink-0 font-normal text-sm">{formatSize(file.size)}</span>
              </button>
            </li>
          )
        })}
        {revision.link && isOutside(revision.link) && (
          <li>
            <OutsideLink url={revision.link} className="flex gap-2 rounded-md px-1.5 py-1.5 hover:bg-hover" />
          </li>
        )}
      </ul>
      {removing && resource && (
        <RemoveDialog
          resource={resource}
          row={{ ...revision, str: name }}
          onClose={() => setRemoving(false)}
        />
      )}
      {leaving && <RemoveFile revision={revision.id} file={leaving} onClose={() => setLeaving(null)} />}
    </li>
  )
}

/** Approved by whom, or what it waits for. */
function Approval({ revision, status }: { revision: Revision; status?: string }) {
  const { t } = useTranslation()
  if (revision.approved_at) {
    const date = formatShortDay(revision.approved_at)
    return (
      <span className="inline-flex items-center gap-1 text-good">
        <CircleCheck size={14} aria-hidden />
        {revision.approved_by
          ? t('evidence.approvedBy', { name: revision.approved_by.str, date })
          : t('evidence.approved', { date })}
      </span>
    )
  }
  if (status === 'in_review') return <span>{t('evidence.waiting')}</span>
  if (status === 'rejected') return <span className="text-bad">{t('evidence.rejected')}</span>
  return <span>{t('evidence.notApproved')}</span>
}

function RemoveFile({
  revision,
  file,
  onClose,
}: {
  revision: string
  file: EvidenceFile
  onClose: () => void
}) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () =>
      request(`evidence-revisions/${revision}/delete_attachment/`, {
        method: 'POST',
        body: { file: file.id },
      }),
    onSuccess: () => {
      toast.good(t('files.removed'))
      onClose()
    },
    onError: toast.bad,
    onSettled: () => refresh(client),
  })
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={t('remove.title', { name: file.name })}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="danger" disabled={remove.isPending} onClick={() => remove.mutate()}>
            {t('common.delete')}
          </Button>
        </>
      }
    >
      <p>{t('evidence.removeHelp')}</p>
    </Dialog>
  )
}
