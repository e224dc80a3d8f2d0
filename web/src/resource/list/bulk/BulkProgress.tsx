/** The progress of a bulk change, and the rows that could not be changed. */

import { formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { reasons } from './portions'
import type { Report, Running } from './useBulk'

export function BulkProgress({ running, onCancel }: { running: Running; onCancel: () => void }) {
  const { t } = useTranslation()
  const { done, total, failed } = running
  return (
    <div className="flex min-w-64 grow items-center gap-3 py-0.5">
      <div className="min-w-0 grow">
        <p className="tabular" role="status">
          {t(running.words, { done: formatNumber(done), total: formatNumber(total) })}
          {failed > 0 && <span className="text-bad"> · {t('list.bulk.failedSoFar', { count: failed })}</span>}
        </p>
        <progress
          className="block h-1.5 w-full accent-accent"
          max={total}
          value={done}
          aria-label={t('jobs.progress')}
        />
      </div>
      <Button size="sm" disabled={running.stopping} onClick={onCancel}>
        {t(running.stopping ? 'list.bulk.stopping' : 'common.cancel')}
      </Button>
    </div>
  )
}

const SHOWN = 6

interface ReportProps {
  report: Report
  /** What becomes of those that could not be changed. */
  note?: string
  onClose: () => void
}

export function BulkReport({ report, note, onClose }: ReportProps) {
  const { t } = useTranslation()
  const { succeeded, failed, left, error } = report.outcome
  const why = reasons(failed)
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={t('list.bulk.partly', {
        done: formatNumber(succeeded.length),
        total: formatNumber(report.total),
      })}
      footer={
        <Button look="primary" onClick={onClose}>
          {t('common.close')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {failed.length > 0 && (
          <section>
            <h3 className="mb-1 font-medium">{t('list.bulk.refused', { count: failed.length })}</h3>
            <ul className="flex flex-col gap-1 border-line border-l-2 pl-3">
              {why.slice(0, SHOWN).map(({ reason, count }) => (
                <li key={reason}>
                  {why.length > 1 && <span className="tabular text-ink-soft">{formatNumber(count)} × </span>}
                  {reason}
                </li>
              ))}
            </ul>
            {why.length > SHOWN && (
              <p className="mt-1 text-ink-soft text-sm">
                {t('list.bulk.moreReasons', { count: why.length - SHOWN })}
              </p>
            )}
          </section>
        )}
        {left.length > 0 && (
          <p>
            {t('list.bulk.notTried', { count: left.length })}
            {error instanceof Error && ` ${error.message}`}
          </p>
        )}
        <p className="text-ink-soft">{note ?? t('list.bulk.staySelected')}</p>
      </div>
    </Dialog>
  )
}
