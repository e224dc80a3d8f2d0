/** The last step: what was imported, and undo. */
import { CircleCheck, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { Resource } from '@/api/model'
import { formatNumber } from '@/i18n/format'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { Button, ButtonLink } from '@/ui/Button'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { to } from '../address'
import { BulkProgress, BulkReport } from '../list/bulk/BulkProgress'
import { portionsOf } from '../list/bulk/portions'
import { useBulk } from '../list/bulk/useBulk'
import type { Report } from './api'

interface Props {
  resource: Resource
  report: Report
  onRestart: () => void
}

const TOLD = ['created', 'updated', 'unchanged', 'skipped'] as const

export function Imported({ resource, report, onRestart }: Props) {
  const { t } = useTranslation()
  const labels = useLabels()
  const bulk = useBulk(resource.path)
  const [asking, setAsking] = useState(false)
  const [undone, setUndone] = useState(false)
  const changed = report.rows.filter(row => row.outcome === 'create' || row.outcome === 'update')
  const undo = async () => {
    setAsking(false)
    // The last ones are undone first: they may refer to earlier ones.
    const ids = changed.flatMap(row => row.id ?? []).reverse()
    const done = portionsOf([...new Set(ids)]).map(some => ({ ids: some, at: report.at ?? '' }))
    const outcome = await bulk.undo(done)
    setUndone(outcome.failed.length + outcome.left.length === 0)
  }
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <section className="flex items-start gap-4 rounded-lg border border-line bg-raised p-6">
        {undone ? (
          <Undo2 size={26} aria-hidden className="shrink-0 text-ink-faint" />
        ) : (
          <CircleCheck size={26} aria-hidden className="shrink-0 text-good" />
        )}
        <div className="min-w-0 grow" role="status">
          <h2 className="text-lg">{t(undone ? 'import.undone' : 'import.done')}</h2>
          {!undone && (
            <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-3">
              {TOLD.filter(name => report[name] > 0).map(name => (
                <div key={name} className="flex flex-col-reverse">
                  <dt className="text-ink-soft text-sm">{t(`import.counts.${name}`)}</dt>
                  <dd className="tabular font-semibold text-2xl">{formatNumber(report[name])}</dd>
                </div>
              ))}
            </dl>
          )}
        </div>
      </section>
      {bulk.running && <BulkProgress running={bulk.running} onCancel={bulk.cancel} />}
      <div className="flex flex-wrap gap-2">
        <ButtonLink look="primary" to={to.list(resource.path)} search={{ ordering: '-created_at' } as never}>
          {t('import.open', { name: labels.plural(resource).toLowerCase() })}
        </ButtonLink>
        <Button onClick={onRestart}>{t('import.another')}</Button>
        {!undone && changed.length > 0 && (
          <Button
            disabled={!!bulk.running}
            icon={<Undo2 size={15} aria-hidden />}
            onClick={() => setAsking(true)}
          >
            {t('import.undo')}
          </Button>
        )}
      </div>
      {asking && (
        <ConfirmDialog
          danger
          title={t('import.undoTitle')}
          verb={t('import.undo')}
          onClose={() => setAsking(false)}
          onConfirm={() => void undo()}
        >
          <p>
            {t('import.undoHelp', {
              created: formatNumber(report.created),
              updated: formatNumber(report.updated),
            })}
          </p>
        </ConfirmDialog>
      )}
      {bulk.report && <BulkReport report={bulk.report} onClose={bulk.dismiss} />}
    </div>
  )
}
