/** One entry of the audit log by itself, so that it can be cited. */
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { get } from '@/api/client'
import { useModel } from '@/api/model'
import { formatDateTime } from '@/i18n/format'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { type Entry, LOG } from '@/resource/journal/entry'
import { Sentence } from '@/resource/journal/Sentence'
import { PageHeader } from '@/shell/PageHeader'
import { Failed, Loading } from '@/ui/States'
import { EntryDetails } from './EntryDetails'

export default function EntryPage() {
  const { t } = useTranslation()
  const labels = useLabels()
  const { id } = useParams({ strict: false }) as { id: string }
  const log = useModel().resources[LOG]
  const entry = useQuery({
    queryKey: ['item', LOG, id],
    queryFn: ({ signal }) => get<Entry>(`${LOG}/${id}/`, undefined, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (entry.isPending) return <Loading />
  if (entry.error) return <Failed error={entry.error} retry={() => void entry.refetch()} />
  return (
    <>
      <PageHeader
        title={t('log.entry', { number: entry.data.seq })}
        crumbs={log ? [{ label: labels.plural(log), to: `/${LOG}` }] : []}
        note={formatDateTime(entry.data.at)}
      />
      <div className="flex max-w-4xl flex-col gap-4 px-5 pb-10 lg:px-8">
        <p className="text-lg">
          <Sentence entry={entry.data} />
        </p>
        <EntryDetails entry={entry.data} />
      </div>
    </>
  )
}
