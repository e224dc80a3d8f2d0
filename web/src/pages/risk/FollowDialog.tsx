/**
 * Lets the ratings of an assessment follow its controls: where all planned controls are active they become existing ones, and
 * the residual risk the current one. What would change is shown before.
 */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { request } from '@/api/client'
import { refresh } from '@/api/objects'
import { formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { levelsOf, type MatrixDefinition } from '@/pages/matrix/matrix'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Failed, Skeleton } from '@/ui/States'
import { toast } from '@/ui/Toast'
import { ASSESSMENTS, type Assessment, FOLLOW } from './api'
import { ChangedRating, ScenarioChange } from './ChangedRating'
import type { Followed } from './model/changes'

const follow = async (id: string, body: Record<string, boolean>) =>
  (await request<{ changes: Followed[] }>(`${ASSESSMENTS}/${id}/${FOLLOW}/`, { method: 'POST', body })).data
    .changes

const dryRunQuery = (id: string) =>
  queryOptions({
    queryKey: ['item', ASSESSMENTS, id, 'follow'],
    queryFn: () => follow(id, { dry_run: true }),
    staleTime: 0,
    gcTime: 0,
  })

interface Props {
  assessment: Assessment
  matrix: MatrixDefinition
  count: number
  onClose: () => void
}

export default function FollowDialog({ assessment, matrix, count, onClose }: Props) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [reset, setReset] = useState(false)
  const found = useQuery(dryRunQuery(assessment.id))
  const run = useMutation({
    mutationFn: () => follow(assessment.id, { dry_run: false, reset_residual: reset }),
    onSuccess: changes => {
      toast.good(t('risk.follow.done', { count: changes.length }))
      onClose()
    },
    onError: toast.bad,
    onSettled: () => refresh(client),
  })
  const some = found.data?.length ?? 0
  return (
    <Dialog
      open
      size="lg"
      title={t('risk.follow.title')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t(found.data && some === 0 ? 'common.close' : 'common.cancel')}</Button>
          {some > 0 && (
            <Button look="primary" disabled={found.isFetching || run.isPending} onClick={() => run.mutate()}>
              {t('risk.follow.run', { count: some })}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="max-w-prose text-ink-soft">{t('risk.follow.help')}</p>
        {found.error ? (
          <Failed error={found.error} retry={() => void found.refetch()} />
        ) : !found.data ? (
          <Skeleton className="h-40 w-full" />
        ) : some === 0 ? (
          <p role="status">{t('risk.follow.nothing')}</p>
        ) : (
          <>
            <p role="status" className="font-medium">
              {t('risk.someChange', { count, some: formatNumber(some) })}
            </p>
            <Changes changes={found.data} matrix={matrix} />
            <label className="flex items-start gap-2.5 border-line border-t pt-3">
              <input
                type="checkbox"
                className="mt-0.5 size-4 shrink-0 accent-accent"
                checked={reset}
                onChange={event => setReset(event.target.checked)}
              />
              <span>
                {t('risk.follow.reset')}
                <span className="block text-ink-soft text-sm">{t('risk.follow.resetHelp')}</span>
              </span>
            </label>
          </>
        )}
      </div>
    </Dialog>
  )
}

function Changes({ changes, matrix }: { changes: Followed[]; matrix: MatrixDefinition }) {
  const { t, i18n } = useTranslation()
  const levels = levelsOf(matrix, i18n.language).risk
  return (
    <ul>
      {changes.map(one => (
        <ScenarioChange key={one.scenario} id={one.scenario} ref_id={one.ref_id} name={one.name}>
          {one.needs_rating ? (
            <span className="text-warn">{t('risk.follow.needsRating')}</span>
          ) : (
            <ChangedRating
              label={t('risk.stages.current')}
              before={levels[one.current_before.level]}
              after={levels[one.current_after.level]}
            />
          )}
          {one.controls.length > 0 && (
            <span className="flex flex-wrap gap-x-4 gap-y-0.5 text-ink-soft">
              <span className="sr-only">{t('risk.follow.controls')}</span>
              {one.controls.map(control => (
                <span key={control.id} className="inline-flex items-center gap-1.5">
                  <CircleCheck size={14} aria-hidden className="shrink-0 text-good" />
                  {control.str}
                </span>
              ))}
            </span>
          )}
        </ScenarioChange>
      ))}
    </ul>
  )
}
