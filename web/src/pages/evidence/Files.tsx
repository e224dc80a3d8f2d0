/** What an evidence consists of: its revisions with their files, and a look into one of them. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { may, useUser } from '@/api/user'
import { DropZone } from '@/ui/DropZone'
import { Failed, Loading } from '@/ui/States'
import type { DetailProps } from '..'
import { FileHead } from './FileHead'
import { revisionsQuery } from './files'
import { Preview } from './preview/Preview'
import { RevisionItem } from './RevisionItem'
import { isBlank, useUpload } from './useUpload'

export default function Files({ resource, row }: DetailProps) {
  const { t } = useTranslation()
  const user = useUser()
  const navigate = useNavigate()
  const wanted = (useSearch({ strict: false }) as { file?: string }).file
  const revisions = useQuery(revisionsQuery(row.id))
  const all = revisions.data?.results ?? []
  const latest = all[0]
  const upload = useUpload(row.id, latest)
  const folder = (row.folder as { id?: string } | null)?.id
  const writable = resource.permissions.change && may(user, 'change_evidence', folder)

  if (revisions.isPending) return <Loading />
  if (revisions.error && !revisions.data)
    return <Failed error={revisions.error} retry={() => void revisions.refetch()} />

  const files = all.flatMap(revision => revision.attachments)
  const file = files.find(one => one.id === wanted) ?? latest?.attachments[0] ?? files[0]
  const choose = (id: string) =>
    void navigate({
      to: '.',
      search: (now: Record<string, string>) => ({ ...now, file: id }),
      replace: true,
    } as never)
  const first = !latest || (all.length === 1 && isBlank(latest))
  return (
    <section aria-labelledby="files">
      <h2 id="files" className="mb-3 border-line border-b pb-1.5 font-semibold text-base">
        {t('evidence.title')}
      </h2>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(17rem,21rem)_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-3">
          {writable && (
            <DropZone
              busy={upload.busy}
              label={first ? t('evidence.dropFirst') : t('evidence.dropNew', { version: nextOf(all) })}
              onFiles={chosen => upload.renew.mutate(chosen)}
            />
          )}
          <ol aria-label={t('evidence.revisions')} className="flex flex-col gap-2">
            {all.map((revision, at) => (
              <RevisionItem
                key={revision.id}
                revision={revision}
                newest={at === 0}
                chosen={file?.id}
                onChoose={choose}
                writable={writable}
                onFiles={added => upload.add.mutate({ revision: revision.id, files: added })}
              />
            ))}
          </ol>
          {(revisions.data?.count ?? 0) > all.length && (
            <p className="text-ink-soft text-sm">{t('evidence.older', { count: all.length })}</p>
          )}
        </div>
        <div className="min-w-0 overflow-hidden rounded-lg border border-line bg-raised">
          {file ? (
            <>
              <FileHead file={file} />
              <Preview file={file} />
            </>
          ) : (
            <p className="px-6 py-16 text-center text-ink-soft">{t('evidence.nothingYet')}</p>
          )}
        </div>
      </div>
    </section>
  )
}

const nextOf = (all: { version: number }[]) => Math.max(0, ...all.map(one => one.version)) + 1
