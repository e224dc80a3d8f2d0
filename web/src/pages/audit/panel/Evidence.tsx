/** What proves a result. Files that are dropped here become evidence that is linked to the requirement. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FileCheck2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { isRef, type Row, useModel } from '@/api/model'
import { batch, pageQuery, refresh } from '@/api/objects'
import { uploadEach } from '@/api/uploads'
import { may, useUser } from '@/api/user'
import { useTranslation } from '@/i18n/react'
import { FieldDialog } from '@/resource/detail/Editable'
import { Line } from '@/resource/detail/RelatedRows'
import { QUIET } from '@/resource/detail/Section'
import { cn } from '@/ui/cn'
import { DropZone } from '@/ui/DropZone'
import { RefusedFiles, useRefused } from '@/ui/RefusedFiles'
import { toast } from '@/ui/Toast'
import { useSendEvidence } from '../../evidence/useSendEvidence'
import { ROWS } from '../api'
import { useWork } from '../work'
import { Part } from './Part'
import { usePanelDrop } from './usePanelDrop'

const EVIDENCE = 'evidences'
const SHOWN = { show: ['status', 'expiry_date'], icon: FileCheck2 }

export function Evidence({ row }: { row: Row }) {
  const { t } = useTranslation()
  const { editable, rows, audit } = useWork()
  const user = useUser()
  const resource = useModel().resources[EVIDENCE]
  const field = rows.fields.find(one => one.name === EVIDENCE)
  const [linking, setLinking] = useState(false)
  const ids = (Array.isArray(row[EVIDENCE]) ? row[EVIDENCE] : []).filter(isRef).map(ref => ref.id)
  const found = useQuery({ ...pageQuery(EVIDENCE, { id: ids.join(',') }, 0, 50), enabled: ids.length > 0 })
  if (!field || !resource) return null
  const all = found.data?.results ?? []
  return (
    <Part
      title={t('audit.evidence')}
      count={ids.length}
      action={
        editable && (
          <button type="button" className={QUIET} onClick={() => setLinking(true)}>
            {t('detail.link')} <span className="sr-only">{t('audit.evidence').toLowerCase()}</span>
          </button>
        )
      }
    >
      <div className="flex flex-col gap-2">
        {all.length > 0 && (
          <ul className="[&>li:first-child]:border-t-0">
            {all.map(one => (
              <Line key={one.id} row={one} list={SHOWN} resource={resource} />
            ))}
          </ul>
        )}
        {editable && may(user, 'add_evidence', audit.folder.id) ? (
          <Drop row={row} />
        ) : (
          ids.length === 0 && <p className="text-ink-soft text-sm">{t('audit.noEvidence')}</p>
        )}
      </div>
      {linking && <FieldDialog resource={rows} row={row} field={field} onClose={() => setLinking(false)} />}
    </Part>
  )
}

function Drop({ row }: { row: Row }) {
  const { t } = useTranslation()
  const { audit } = useWork()
  const client = useQueryClient()
  const refused = useRefused()
  const sendEvidence = useSendEvidence(audit.folder.id)
  const send = async (file: File) => {
    const value = await sendEvidence(file)
    const linked = await batch(ROWS, { action: 'add_to_field', ids: [row.id], field: EVIDENCE, value })
    const [failed] = linked.failed
    if (failed) throw new Error(failed.error)
  }
  const upload = useMutation({
    mutationFn: (files: File[]) => uploadEach(files, send),
    onSuccess: ({ taken, refused: others }) => {
      refused.add(others)
      if (taken.length > 0) toast.good(t('evidence.made', { count: taken.length }))
    },
    onError: toast.bad,
    onSettled: () => refresh(client),
  })
  const place = useRef<HTMLDivElement>(null)
  const over = usePanelDrop(place, row.id, files => upload.mutate(files))
  return (
    <div ref={place} className={cn('flex flex-col gap-2 rounded-lg', over && 'bg-accent-soft')}>
      <DropZone compact busy={upload.isPending} onFiles={files => upload.mutate(files)} />
      <RefusedFiles files={refused.files} onDismiss={refused.dismiss} />
    </div>
  )
}
