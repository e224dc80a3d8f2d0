/** Files that prove an answer. Each becomes evidence that is linked to the requirement. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FileText, Paperclip, X } from 'lucide-react'
import { isRef, type Row } from '@/api/model'
import { batch, pageQuery, refresh } from '@/api/objects'
import { uploadEach } from '@/api/uploads'
import { may, useUser } from '@/api/user'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { cn } from '@/ui/cn'
import { RefusedFiles, useRefused } from '@/ui/RefusedFiles'
import { toast } from '@/ui/Toast'
import { ROWS } from '../audit/api'
import { useSendEvidence } from '../evidence/useSendEvidence'

const EVIDENCE = 'evidences'

export function Files({ row, folder, editable }: { row: Row; folder: string; editable: boolean }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const user = useUser()
  const refused = useRefused()
  const send = useSendEvidence(folder)
  const ids = (Array.isArray(row[EVIDENCE]) ? row[EVIDENCE] : []).filter(isRef).map(ref => ref.id)
  const found = useQuery({ ...pageQuery(EVIDENCE, { id: ids.join(',') }, 0, 50), enabled: ids.length > 0 })
  const change = async (action: 'add_to_field' | 'remove_from_field', value: string[]) => {
    const [failed] = (await batch(ROWS, { action, ids: [row.id], field: EVIDENCE, value })).failed
    if (failed) throw new Error(failed.error)
  }
  const upload = useMutation({
    mutationFn: (files: File[]) => uploadEach(files, async file => change('add_to_field', await send(file))),
    onSuccess: ({ refused: others }) => refused.add(others),
    onError: toast.bad,
    onSettled: () => refresh(client),
  })
  const unlink = useMutation({
    mutationFn: (id: string) => change('remove_from_field', [id]),
    onError: toast.bad,
    onSettled: () => refresh(client),
  })
  const mayAdd = editable && may(user, 'add_evidence', folder)
  const files = ids.length > 0 ? (found.data?.results ?? []) : []
  if (!mayAdd && files.length === 0) return null
  return (
    <section aria-label={t('respond.evidence')} className="flex flex-col gap-2">
      <h2 className="font-medium text-lg">
        {t('respond.evidence')}{' '}
        {mayAdd && <span className="font-normal text-ink-soft text-sm">{t('respond.optional')}</span>}
      </h2>
      {files.length > 0 && (
        <ul className="flex flex-col gap-2">
          {files.map(file => (
            <li
              key={file.id}
              className="flex min-h-12 items-center gap-3 rounded-lg border border-line bg-raised py-1 pr-1 pl-3.5"
            >
              <FileText size={18} aria-hidden className="shrink-0 text-ink-soft" />
              <span className="min-w-0 grow break-words">{String(file.name ?? file.str ?? '')}</span>
              {editable && (
                <Button
                  look="quiet"
                  className="h-11 w-11"
                  icon={<X size={17} aria-hidden />}
                  label={t('common.remove', { name: String(file.name ?? '') })}
                  disabled={unlink.isPending}
                  onClick={() => unlink.mutate(file.id)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {mayAdd && (
        <label
          aria-busy={upload.isPending}
          className={cn(
            'flex min-h-12 cursor-pointer items-center justify-center gap-2 rounded-lg border border-line-strong border-dashed font-medium transition-colors focus-within:outline-2 focus-within:outline-focus hover:bg-hover',
            upload.isPending && 'cursor-default text-ink-soft',
          )}
        >
          <Paperclip size={17} aria-hidden />
          {t(upload.isPending ? 'form.uploading' : 'respond.addFile')}
          <input
            type="file"
            multiple
            disabled={upload.isPending}
            className="sr-only"
            onChange={event => {
              const chosen = [...(event.target.files ?? [])]
              event.target.value = ''
              if (chosen.length > 0) upload.mutate(chosen)
            }}
          />
        </label>
      )}
      <RefusedFiles files={refused.files} onDismiss={refused.dismiss} />
    </section>
  )
}
