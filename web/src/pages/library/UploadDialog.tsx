/** Library files come in here. A bad one is refused as a whole, with everything that is wrong with it. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { refresh } from '@/api/objects'
import { useTranslation } from '@/i18n/react'
import { to } from '@/resource/address'
import { Button } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { Dialog } from '@/ui/Dialog'
import { DropZone } from '@/ui/DropZone'
import { STORED, type Uploaded, upload } from './api'
import { FileProblems } from './FileProblems'

const ACCEPTED = '.yaml,.yml,.xlsx'

interface Props {
  /** A file that was dropped on the page. */
  file?: File
  onClose: () => void
}

export default function UploadDialog({ file, onClose }: Props) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const navigate = useNavigate()
  const send = useMutation({
    mutationFn: upload,
    onSuccess: () => refresh(client),
  })
  const { mutate } = send
  useEffect(() => {
    if (file) mutate(file)
  }, [file, mutate])
  return (
    <Dialog
      open
      size="lg"
      title={t('library.uploadTitle')}
      onClose={onClose}
      footer={
        send.data && (
          <>
            <Button onClick={onClose}>{t('common.close')}</Button>
            <Button
              look="primary"
              onClick={() => {
                onClose()
                void navigate({ to: to.item(STORED, send.data.id) })
              }}
            >
              {t('library.look')}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {!send.data && (
          <>
            <p className="text-ink-soft">{t('library.uploadHelp')}</p>
            <DropZone
              accept={ACCEPTED}
              busy={send.isPending}
              label={send.isPending ? send.variables.name : undefined}
              onFiles={files => files[0] && send.mutate(files[0])}
            />
          </>
        )}
        <FileProblems name={send.variables?.name ?? ''} error={send.error} />
        {send.data && <Kept result={send.data} />}
      </div>
    </Dialog>
  )
}

function Kept({ result }: { result: Uploaded }) {
  const { t } = useTranslation()
  return (
    <>
      <Callout
        tone={result.outcome === 'known' ? 'info' : 'good'}
        urgent
        title={t(`library.outcomes.${result.outcome}`, { name: result.name, version: result.version })}
      >
        {t('library.keptHelp')}
      </Callout>
      {result.notes.length > 0 && (
        <section>
          <h3 className="text-base">{t('library.notes', { count: result.notes.length })}</h3>
          <p className="text-ink-soft text-sm">{t('library.notesHelp')}</p>
          <ul className="mt-1 max-h-60 overflow-y-auto text-sm">
            {result.notes.map((note, at) => (
              <li key={at} className="break-words border-line border-t py-1.5">
                {note}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
