/** Library files come in here. A bad one is refused as a whole, with everything that is wrong with it. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { refresh } from '@/api/objects'
import { to } from '@/resource/address'
import { Button } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { Dialog } from '@/ui/Dialog'
import { DropZone } from '@/ui/DropZone'
import { STORED, type Uploaded, upload } from './api'
import { type Problem, problemsIn } from './problems'

const ACCEPTED = '.yaml,.yml,.xlsx'
/** The rest is shown once these are put right. */
const SHOWN = 100

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
  const problems = problemsIn(send.error)
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
        {send.error && problems.length === 0 && (
          <Callout tone="bad" urgent title={t('library.refused', { name: send.variables?.name })}>
            {send.error.message}
          </Callout>
        )}
        {problems.length > 0 && <Problems name={send.variables?.name ?? ''} problems={problems} />}
        {send.data && <Kept result={send.data} />}
      </div>
    </Dialog>
  )
}

function Problems({ name, problems }: { name: string; problems: Problem[] }) {
  const { t } = useTranslation()
  return (
    <section aria-label={t('library.problems', { count: problems.length, name })}>
      <Callout tone="bad" urgent title={t('library.problems', { count: problems.length, name })}>
        {t('library.problemsHelp')}
      </Callout>
      <ol className="mt-3 text-sm">
        {problems.slice(0, SHOWN).map((problem, at) => (
          <li key={at} className="grid gap-x-4 border-line border-t py-2 sm:grid-cols-[8.5rem_minmax(0,1fr)]">
            <span className="tabular font-medium">{problem.place || t('library.wholeFile')}</span>
            <span className="min-w-0 break-words">
              {problem.text}
              {problem.path && (
                <span className="block break-all font-mono text-ink-faint text-xs">{problem.path}</span>
              )}
            </span>
          </li>
        ))}
      </ol>
      {problems.length > SHOWN && (
        <p className="border-line border-t pt-2 text-ink-soft">
          {t('library.moreProblems', { count: problems.length - SHOWN })}
        </p>
      )}
    </section>
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
