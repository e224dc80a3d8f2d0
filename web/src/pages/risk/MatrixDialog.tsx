/** Rates an assessment with another matrix, after showing what becomes of each scenario. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { get } from '@/api/client'
import { pageQuery, useWrite } from '@/api/objects'
import { formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { levelsOf, type MatrixDefinition } from '@/pages/matrix/matrix'
import { Button } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { Dialog } from '@/ui/Dialog'
import { FormField, useWiring } from '@/ui/Field'
import { Failed, Skeleton } from '@/ui/States'
import { toast } from '@/ui/Toast'
import { ASSESSMENTS, type Assessment, MATRICES, matrixQuery } from './api'
import { ChangedRating, ScenarioChange } from './ChangedRating'
import { byScenario, type MatrixChange, type MatrixPreview } from './model/changes'

const previewQuery = (id: string, matrix: string) =>
  queryOptions({
    queryKey: ['item', ASSESSMENTS, id, 'matrix', matrix],
    queryFn: ({ signal }) =>
      get<MatrixPreview>(`${ASSESSMENTS}/${id}/matrix_change_preview/`, { risk_matrix: matrix }, signal),
    // Asked again each time: nobody agrees to what was true a while ago.
    staleTime: 0,
    gcTime: 0,
  })

interface Props {
  assessment: Assessment
  matrix: MatrixDefinition
  /** How many scenarios it has. */
  count: number
  onClose: () => void
}

export default function MatrixDialog({ assessment, matrix, count, onClose }: Props) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState('')
  const preview = useQuery({ ...previewQuery(assessment.id, chosen), enabled: !!chosen })
  const next = useQuery({ ...matrixQuery(chosen), enabled: !!chosen })
  const write = useWrite(ASSESSMENTS)
  const run = () =>
    write.mutate(
      { id: assessment.id, values: { risk_matrix: chosen } },
      {
        onSuccess: () => {
          toast.good(t('risk.matrixChange.done'))
          onClose()
        },
        onError: toast.bad,
      },
    )
  const failed = preview.error ?? next.error
  return (
    <Dialog
      open
      size="lg"
      title={t('risk.matrixChange.title')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            look="primary"
            disabled={!preview.data || !next.data || preview.isFetching || write.isPending}
            onClick={run}
          >
            {t('risk.matrixChange.run')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <FormField label={t('risk.matrixChange.choose')} help={t('risk.matrixChange.help')}>
          <Matrices now={assessment.risk_matrix.id} value={chosen} onChange={setChosen} />
        </FormField>
        {failed ? (
          <Failed error={failed} retry={() => void Promise.all([preview.refetch(), next.refetch()])} />
        ) : preview.data && next.data ? (
          <Consequences preview={preview.data} before={matrix} after={next.data} count={count} />
        ) : (
          chosen && <Skeleton className="h-40 w-full" />
        )}
      </div>
    </Dialog>
  )
}

interface MatricesProps {
  now: string
  value: string
  onChange: (id: string) => void
}

/** Nobody has more of them than fit into a list. */
function Matrices({ now, value, onChange }: MatricesProps) {
  const { t } = useTranslation()
  const wiring = useWiring()
  const found = useQuery(pageQuery(MATRICES, { is_enabled: true, ordering: 'name', fields: 'id,name' }))
  return (
    <select
      {...wiring}
      className="control max-w-md"
      value={value}
      onChange={event => onChange(event.target.value)}
    >
      <option value="">{t('risk.matrixChange.none')}</option>
      {found.data?.results
        .filter(one => one.id !== now)
        .map(one => (
          <option key={one.id} value={one.id}>
            {String(one.name)}
          </option>
        ))}
    </select>
  )
}

interface ConsequencesProps {
  preview: MatrixPreview
  before: MatrixDefinition
  after: MatrixDefinition
  count: number
}

function Consequences({ preview, before, after, count }: ConsequencesProps) {
  const { t, i18n } = useTranslation()
  const [was, will] = [levelsOf(before, i18n.language), levelsOf(after, i18n.language)]
  const scenarios = byScenario(preview.changes)
  const moved = ({ before: from, after: to, is_clamped }: MatrixChange) =>
    is_clamped
      ? t('risk.matrixChange.moved', {
          from: `${was.probability[from.probability]?.name ?? '—'} · ${was.impact[from.impact]?.name ?? '—'}`,
          to: `${will.probability[to.probability]?.name ?? '—'} · ${will.impact[to.impact]?.name ?? '—'}`,
        })
      : undefined
  return (
    <section aria-label={t('risk.matrixChange.consequences')} className="flex flex-col gap-3">
      <p role="status" className="font-medium">
        {scenarios.length === 0
          ? t('risk.matrixChange.nothing')
          : t('risk.someChange', { count, some: formatNumber(scenarios.length) })}
      </p>
      {preview.clamped > 0 && (
        <Callout tone="warn">{t('risk.matrixChange.clamped', { count: preview.clamped })}</Callout>
      )}
      {preview.tolerance && (
        <p className="text-sm">
          <ChangedRating
            label={t('risk.tolerance')}
            before={was.risk[preview.tolerance.before]}
            after={will.risk[preview.tolerance.after]}
          />
        </p>
      )}
      <ul>
        {scenarios.map(one => (
          <ScenarioChange key={one.id} id={one.id} ref_id={one.ref_id} name={one.name}>
            <span className="flex flex-wrap gap-x-6 gap-y-1.5">
              {one.ratings.map(change => (
                <ChangedRating
                  key={change.stage}
                  label={t(`risk.stages.${change.stage}`)}
                  before={was.risk[change.before.level]}
                  after={will.risk[change.after.level]}
                  note={moved(change)}
                />
              ))}
            </span>
          </ScenarioChange>
        ))}
      </ul>
    </section>
  )
}
