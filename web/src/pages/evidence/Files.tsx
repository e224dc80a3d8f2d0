/**
 * The content of a piece of evidence: a preview of a file, two of them side by side, and the revisions
 * below.
 */
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { may, useUser } from '@/api/user'
import { useTranslation } from '@/i18n/react'
import { FILES } from '@/layouts/evidence'
import { QUIET, Section } from '@/resource/detail/Section'
import { DropZone } from '@/ui/DropZone'
import { RefusedFiles } from '@/ui/RefusedFiles'
import { Failed, Loading } from '@/ui/States'
import type { DetailProps } from '..'
import { Compare, counterpart } from './compare/Compare'
import { FileHead } from './FileHead'
import { type EvidenceFile, revisionsQuery } from './files'
import { Preview } from './preview/Preview'
import { RevisionItem } from './RevisionItem'
import { isBlank, useUpload } from './useUpload'

const SHOWN = 5

export default function Files({ resource, row }: DetailProps) {
  const { t } = useTranslation()
  const user = useUser()
  const navigate = useNavigate()
  const [everything, setEverything] = useState(false)
  const search = useSearch({ strict: false }) as { file?: string; with?: string }
  const revisions = useQuery(revisionsQuery(row.id))
  const all = revisions.data?.results ?? []
  const latest = all[0]
  const upload = useUpload(row.id)
  const folder = (row.folder as { id?: string } | null)?.id
  const writable = resource.permissions.change && may(user, 'change_evidence', folder)

  if (revisions.isPending) return <Loading />
  if (revisions.error && !revisions.data)
    return <Failed error={revisions.error} retry={() => void revisions.refetch()} />

  const files = all.flatMap(revision => revision.attachments)
  const file = files.find(one => one.id === search.file) ?? latest?.attachments[0] ?? files[0]
  const beside = files.find(one => one.id === search.with)
  const look = (change: { file?: string; with?: string }) =>
    void navigate({
      to: '.',
      search: (now: Record<string, string>) => ({ ...now, ...change }),
      replace: true,
    } as never)
  const versionOf = (one: EvidenceFile) =>
    all.find(revision => revision.attachments.some(other => other.id === one.id))?.version
  const other = file && counterpart(all, file)
  const first = !latest || (all.length === 1 && isBlank(latest))
  const shown = everything ? all : all.slice(0, SHOWN)
  return (
    <>
      {file && (
        <div className="min-w-0 overflow-hidden rounded-lg border border-line bg-raised">
          {beside && beside.id !== file.id ? (
            <Compare
              revisions={all}
              left={beside}
              right={file}
              onChoose={(side, id) => look(side === 'left' ? { with: id } : { file: id })}
              onClose={() => look({ with: undefined })}
            />
          ) : (
            <>
              <FileHead
                file={file}
                version={versionOf(file)}
                onCompare={other && (() => look({ file: file.id, with: other.id }))}
              />
              <Preview file={file} />
            </>
          )}
        </div>
      )}
      <Section title={t('evidence.revisions')}>
        <div className="mt-1 flex flex-col gap-3">
          {writable && (
            <DropZone
              id={FILES}
              busy={upload.busy}
              label={first ? t('evidence.dropFirst') : t('evidence.dropNew', { version: nextOf(all) })}
              onFiles={chosen => upload.renew.mutate(chosen)}
            />
          )}
          <RefusedFiles files={upload.refused.files} onDismiss={upload.refused.dismiss} />
          <ol aria-label={t('evidence.revisions')} className="flex flex-col gap-2">
            {shown.map((revision, at) => (
              <RevisionItem
                key={revision.id}
                revision={revision}
                newest={at === 0}
                status={at === 0 ? String(row.status) : undefined}
                chosen={file?.id}
                onChoose={id => look({ file: id, with: undefined })}
                writable={writable}
                onFiles={added => upload.add.mutate({ revision: revision.id, files: added })}
              />
            ))}
          </ol>
          {all.length > shown.length && (
            <button type="button" className={`${QUIET} self-start`} onClick={() => setEverything(true)}>
              {t('evidence.showOlder', { count: all.length - shown.length })}
            </button>
          )}
          {everything && (revisions.data?.count ?? 0) > all.length && (
            <p className="text-ink-soft text-sm">{t('evidence.older', { count: all.length })}</p>
          )}
        </div>
      </Section>
    </>
  )
}

const nextOf = (all: { version: number }[]) => Math.max(0, ...all.map(one => one.version)) + 1
