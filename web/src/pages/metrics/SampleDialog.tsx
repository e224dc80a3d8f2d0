/** Enters a value of a metric: a number or a level, when it was measured, what shows it, and a note. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, request } from '@/api/client'
import { field, type Row, useModel } from '@/api/model'
import { refresh } from '@/api/objects'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { ReferenceControl } from '@/resource/form/ReferenceControl'
import { Button } from '@/ui/Button'
import { ChoiceCards } from '@/ui/ChoiceCards'
import { Dialog } from '@/ui/Dialog'
import { FormField, useWiring } from '@/ui/Field'
import { toast } from '@/ui/Toast'
import { levelsOf, type Metric, SAMPLES } from './metric'

/** A moment as the control for it takes it: where the person is, to the minute. */
function local(now: Date): string {
  const pad = (number: number) => String(number).padStart(2, '0')
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}T${pad(now.getHours())}:${pad(now.getMinutes())}`
}

export default function SampleDialog({ metric, onClose }: { metric: Metric; onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const client = useQueryClient()
  const labels = useLabels()
  const levels = levelsOf(metric, i18n.language)
  const [value, setValue] = useState('')
  const [when, setWhen] = useState(() => local(new Date()))
  const [note, setNote] = useState('')
  const [revision, setRevision] = useState<string | null>(null)
  const samples = useModel().resources[SAMPLES]
  const evidence = samples && field(samples, 'evidence_revision')
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Record<string, string[]>>({})
  const number = Number(value.trim().replace(',', '.'))
  const save = async () => {
    if (value.trim() === '' || Number.isNaN(number)) return setProblems({ value: [t('metric.valueMissing')] })
    if (Number.isNaN(Date.parse(when))) return setProblems({ timestamp: [t('metric.whenMissing')] })
    setBusy(true)
    try {
      const { data } = await request<Row>(`${SAMPLES}/`, {
        method: 'POST',
        body: {
          metric_instance: metric.id,
          timestamp: new Date(when).toISOString(),
          value: levels ? { choice_index: number } : { result: number },
          observation: note.trim() || null,
          evidence_revision: revision,
        },
      })
      await refresh(client)
      const undo = () =>
        void request(`${SAMPLES}/${data.id}/`, { method: 'DELETE' })
          .then(() => toast.good(t('common.undone')), toast.bad)
          .finally(() => void refresh(client))
      toast.good(t('metric.entered'), { label: t('common.undo'), run: undo })
      onClose()
    } catch (error) {
      const found = (error instanceof ApiError && error.problem.errors) || {}
      setProblems(found as Record<string, string[]>)
      if (!found.value && !found.timestamp && !found.evidence_revision) toast.bad(error)
      setBusy(false)
    }
  }
  const unit = metric.metric_definition.unit
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title={t('metric.enter')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" disabled={busy} onClick={() => void save()}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={event => {
          event.preventDefault()
          void save()
        }}
      >
        {levels ? (
          <FormField label={t('metric.value')} required group errors={problems.value}>
            <ChoiceCards
              label={t('metric.value')}
              value={value}
              choices={levels.map((label, at) => ({ value: String(at + 1), label }))}
              onChange={setValue}
            />
          </FormField>
        ) : (
          <FormField
            label={unit ? t('metric.valueIn', { unit: unit.toLowerCase() }) : t('metric.value')}
            required
            errors={problems.value}
          >
            <Input value={value} onChange={setValue} inputMode="decimal" />
          </FormField>
        )}
        <FormField label={t('metric.when')} required errors={problems.timestamp}>
          <Input type="datetime-local" value={when} onChange={setWhen} />
        </FormField>
        {samples && evidence?.options && (
          <FormField
            label={labels.field(samples, evidence)}
            help={t('metric.evidenceHelp')}
            errors={problems.evidence_revision}
          >
            <ReferenceControl
              resource={samples}
              field={evidence}
              value={revision}
              onChange={id => setRevision(id ? String(id) : null)}
            />
          </FormField>
        )}
        <FormField label={t('metric.note')}>
          <Note value={note} onChange={setNote} />
        </FormField>
      </form>
    </Dialog>
  )
}

interface InputProps {
  value: string
  onChange: (text: string) => void
  type?: string
  inputMode?: 'decimal'
}

function Input({ value, onChange, type = 'text', inputMode }: InputProps) {
  return (
    <input
      {...useWiring()}
      type={type}
      inputMode={inputMode}
      autoComplete="off"
      className="control"
      value={value}
      onChange={event => onChange(event.target.value)}
    />
  )
}

function Note({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  return (
    <textarea
      {...useWiring()}
      rows={3}
      className="control"
      value={value}
      onChange={event => onChange(event.target.value)}
    />
  )
}
