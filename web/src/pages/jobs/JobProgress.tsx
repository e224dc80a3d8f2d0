/** The progress of a job, and what can be done about it; refetched while the job runs. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, RotateCcw, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { get, linkTo, request } from '@/api/client'
import type { Row } from '@/api/model'
import { refresh } from '@/api/objects'
import { useTranslation } from '@/i18n/react'
import { tone } from '@/resource/value/tone'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { Failed, Loading } from '@/ui/States'
import { toast } from '@/ui/Toast'

const GOES_ON = ['queued', 'running']
const LOOK_EVERY = 1000

interface StoredFile {
  name: string
}

export function JobProgress({ id }: { id: string }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const job = useQuery({
    queryKey: ['item', 'jobs', id, 'progress'],
    queryFn: ({ signal }) => get<Row>(`jobs/${id}/`, undefined, signal),
    refetchInterval: query => (GOES_ON.includes(String(query.state.data?.state)) ? LOOK_EVERY : false),
  })
  const change = useMutation({
    mutationFn: (action: 'cancel' | 'retry') =>
      request(`jobs/${id}/${action}/`, { method: 'POST', body: {} }),
    onError: toast.bad,
    onSettled: () => void refresh(client),
  })
  const isOn = GOES_ON.includes(String(job.data?.state))
  const wasOn = useRef(false)
  // What it has changed is shown on the page behind.
  useEffect(() => {
    if (wasOn.current && !isOn && job.data) void refresh(client)
    wasOn.current = isOn
  }, [isOn, job.data, client])
  if (job.isPending) return <Loading />
  if (!job.data) return <Failed error={job.error} retry={() => void job.refetch()} />
  const { state, progress, step, error } = job.data
  const file = job.data.file as StoredFile | null
  return (
    <section aria-label={t('jobs.progress')} className="flex flex-col gap-3">
      <p role="status" className="flex flex-wrap items-baseline gap-2">
        <Badge tone={tone(String(state), '')}>{t(`jobs.states.${String(state)}`)}</Badge>
        {isOn && typeof step === 'string' && <span className="text-ink-soft">{step}</span>}
      </p>
      {isOn && (
        <progress
          className="w-full accent-accent"
          max={100}
          value={Number(progress)}
          aria-label={t('jobs.progress')}
        >
          {Number(progress)} %
        </progress>
      )}
      {typeof error === 'string' && (
        <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad">
          {error}
        </p>
      )}
      <div data-no-print className="flex flex-wrap gap-2 empty:hidden">
        {file && (
          <Button
            look="primary"
            icon={<Download size={15} aria-hidden />}
            onClick={() => window.location.assign(linkTo(`jobs/${id}/download/`))}
          >
            {t('jobs.download', { name: file.name })}
          </Button>
        )}
        {isOn && (
          <Button
            icon={<X size={15} aria-hidden />}
            disabled={change.isPending}
            onClick={() => change.mutate('cancel')}
          >
            {t('jobs.cancel')}
          </Button>
        )}
        {(state === 'failed' || state === 'cancelled') && (
          <Button
            icon={<RotateCcw size={15} aria-hidden />}
            disabled={change.isPending}
            onClick={() => change.mutate('retry')}
          >
            {t('jobs.retry')}
          </Button>
        )}
      </div>
    </section>
  )
}
