/** The third step: what would happen to each row. Nothing is written until the person confirms. */
import { useState } from 'react'
import type { Resource } from '@/api/model'
import { formatNumber } from '@/i18n/format'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { Badge, type Tone } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { FormFoot } from '@/ui/FormFoot'
import { Segments } from '@/ui/Segments'
import type { Outcome, Report } from './api'

interface Props {
  resource: Resource
  file: File
  report: Report
  busy: boolean
  error: Error | null
  onBack: () => void
  onRestart: () => void
  onImport: () => void
}

const TONES: Record<Outcome, Tone> = {
  create: 'good',
  update: 'info',
  unchanged: 'neutral',
  skip: 'neutral',
  fail: 'bad',
}
const OUTCOMES = Object.keys(TONES) as Outcome[]
/** The rest is not read here either. */
const SHOWN = 200

export function CheckRows({ resource, file, report, busy, error, onBack, onRestart, onImport }: Props) {
  const { t } = useTranslation()
  const labels = useLabels()
  const counts = new Map<Outcome, number>()
  for (const { outcome } of report.rows) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  const failed = counts.get('fail') ?? 0
  const [only, setOnly] = useState<Outcome | ''>(failed > 0 ? 'fail' : '')
  const why = new Map(report.errors.map(one => [one.row, one.error]))
  const rows = report.rows.filter(row => !only || row.outcome === only)
  const writes = (counts.get('create') ?? 0) + (counts.get('update') ?? 0)
  const name = (count: number) =>
    (count === 1 ? labels.name(resource) : labels.plural(resource)).toLowerCase()
  return (
    <div className="flex flex-col gap-5">
      {failed > 0 ? (
        <Callout tone="bad" urgent title={t('import.failed', { count: failed })}>
          {t(report.cut_short ? 'import.failedCut' : 'import.failedHelp')}
        </Callout>
      ) : writes === 0 ? (
        <Callout tone="info" title={t('import.nothing')}>
          {t('import.nothingHelp')}
        </Callout>
      ) : (
        <Callout tone="good" title={t('import.ready', { count: report.rows.length })}>
          {t('import.readyHelp')}
        </Callout>
      )}
      {report.ignored_columns.length > 0 && (
        <p className="text-ink-soft text-sm">
          {t('import.ignored', { names: report.ignored_columns.join(', ') })}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg">{file.name}</h2>
        <Segments
          label={t('import.show')}
          value={only}
          segments={[
            { value: '' as const, label: t('common.all'), count: report.rows.length },
            ...OUTCOMES.filter(outcome => counts.has(outcome)).map(outcome => ({
              value: outcome,
              label: t(`import.outcomes.${outcome}`),
              count: counts.get(outcome),
            })),
          ]}
          onChange={setOnly}
        />
      </div>
      <div className="overflow-hidden rounded-lg border border-line bg-raised">
        <table className="w-full border-separate border-spacing-0">
          <thead>
            <tr className="text-left text-ink-soft text-sm">
              <th scope="col" className="w-16 border-line border-b px-4 py-2 text-right font-medium">
                {t('import.row')}
              </th>
              <th scope="col" className="border-line border-b px-4 py-2 font-medium">
                {t('import.name')}
              </th>
              <th scope="col" className="border-line border-b px-4 py-2 font-medium">
                {t('import.outcome')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, SHOWN).map(row => (
              <tr key={row.row}>
                <td className="tabular border-line border-b px-4 py-1.5 text-right align-top text-ink-soft">
                  {row.row}
                </td>
                <td className="max-w-64 break-words border-line border-b px-4 py-1.5 align-top">
                  {row.name || '—'}
                </td>
                <td className="border-line border-b px-4 py-1.5 align-top">
                  <Badge tone={TONES[row.outcome]}>{t(`import.outcomes.${row.outcome}`)}</Badge>
                  {why.has(row.row) && <p className="mt-1 text-bad text-sm">{why.get(row.row)}</p>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > SHOWN && (
        <p className="text-ink-soft text-sm">
          {t('import.shown', { shown: formatNumber(SHOWN), count: rows.length })}
        </p>
      )}
      {error && (
        <Callout tone="bad" urgent title={t('import.refused')}>
          {error.message}
        </Callout>
      )}
      <FormFoot className="-mx-1 px-1">
        <Button onClick={onRestart}>{t('import.otherFile')}</Button>
        <Button onClick={onBack}>{t('import.backToColumns')}</Button>
        <Button look="primary" disabled={busy || failed > 0 || writes === 0} onClick={onImport}>
          {busy ? t('import.importing') : t('import.run', { count: writes, name: name(writes) })}
        </Button>
      </FormFoot>
    </div>
  )
}
