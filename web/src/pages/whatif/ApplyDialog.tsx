/** Says what will be written before a what-if becomes real, and what became of it. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { enterDraft } from '@/api/draft'
import { type Draft, useDraft } from '@/api/useDraft'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { Dialog } from '@/ui/Dialog'
import { Skeleton } from '@/ui/States'
import { apply, comparisonQuery, countKinds } from './api'

const NAMED = 6

export default function ApplyDialog({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const { t } = useTranslation()
  const here = useDraft() === draft.id
  const comparison = useQuery({ ...comparisonQuery(draft.id), staleTime: 0 })
  const run = useMutation({
    mutationFn: (expect: string) => apply(draft.id, expect),
    // Someone may have changed what it is about: say what it would do now.
    onError: () => void comparison.refetch(),
  })
  const end = () => (here ? enterDraft(undefined) : onClose())
  if (run.data)
    return (
      <Dialog
        open
        firm={here}
        size="sm"
        title={t('compared.applied')}
        onClose={end}
        footer={
          <Button look="primary" onClick={end}>
            {t(here ? 'whatIf.toPresent' : 'common.close')}
          </Button>
        }
      >
        <p className="flex items-start gap-2">
          <CircleCheck size={17} aria-hidden className="mt-0.5 shrink-0 text-good" />
          {t('compared.appliedHelp', { count: run.data.changes, name: draft.name })}
        </p>
      </Dialog>
    )
  const found = comparison.data
  const blocked = (found?.problems.length ?? 0) > 0
  const counts = countKinds(found?.objects ?? [])
  const kinds = (['created', 'updated', 'deleted'] as const).filter(kind => counts[kind] > 0)
  const unnamed = (found?.objects.length ?? 0) - NAMED
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('compared.applyTitle', { name: draft.name })}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            look="primary"
            disabled={!found || blocked || run.isPending || comparison.isFetching}
            onClick={() => found && run.mutate(found.fingerprint)}
          >
            {t('whatIf.apply')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {run.error && (
          <Callout tone="bad" urgent title={t('compared.notApplied')}>
            {run.error.message}
          </Callout>
        )}
        {comparison.error ? (
          <Callout tone="bad">{comparison.error.message}</Callout>
        ) : !found ? (
          <Skeleton className="h-28 w-full" />
        ) : blocked ? (
          <Callout tone="bad" title={t('compared.problems', { count: found.problems.length })}>
            <p>{t('compared.problemsHelp')}</p>
            <ul className="mt-1 list-disc pl-5">
              {found.problems.map(one => (
                <li key={one.step}>
                  {t('compared.step', { number: one.step })}
                  {one.name && ` (${one.name})`}: {one.message}
                </li>
              ))}
            </ul>
          </Callout>
        ) : (
          <>
            <p>{t('compared.writes')}</p>
            <ul className="flex flex-wrap gap-x-5 gap-y-1 rounded-md bg-sunken px-3 py-2">
              {kinds.map(kind => (
                <li key={kind}>{t(`compared.counts.${kind}`, { count: counts[kind] })}</li>
              ))}
              {kinds.length === 0 && <li>{t('compared.noObjects')}</li>}
            </ul>
            <ul className="list-disc pl-5">
              {found.objects.slice(0, NAMED).map(one => (
                <li key={one.id} className="break-words">
                  {one.str} <span className="text-ink-soft">({t(`compared.kind.${one.kind}`)})</span>
                </li>
              ))}
              {unnamed > 0 && <li className="text-ink-soft">{t('compared.others', { count: unnamed })}</li>}
            </ul>
          </>
        )}
        <p className="text-pretty text-ink-soft">{t('compared.applyHelp')}</p>
      </div>
    </Dialog>
  )
}
