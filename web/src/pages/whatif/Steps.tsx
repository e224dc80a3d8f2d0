/** What was done in the what-if, in order. Its author can take a step out again. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { TriangleAlert, X } from 'lucide-react'
import { useState } from 'react'
import { useModel } from '@/api/model'
import { refresh } from '@/api/objects'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { Changes } from '@/resource/journal/Change'
import { Button } from '@/ui/Button'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { Moment } from '@/ui/Moment'
import { Empty } from '@/ui/States'
import { toast } from '@/ui/Toast'
import { type FullDraft, type Problem, removeStep, type Step } from './api'

interface Props {
  draft: FullDraft
  problems: Problem[]
  editable: boolean
}

export default function Steps({ draft, problems, editable }: Props) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [removing, setRemoving] = useState<Step | null>(null)
  const remove = useMutation({
    mutationFn: (step: Step) => removeStep(draft.id, step.number, draft.fingerprint),
    onSuccess: () => toast.good(t('compared.removed')),
    onError: toast.bad,
    onSettled: () => {
      setRemoving(null)
      void refresh(client)
    },
  })
  if (draft.steps.length === 0)
    return (
      <Empty title={t('compared.empty')}>
        <p>{t('compared.emptyHelp')}</p>
      </Empty>
    )
  return (
    <div className="max-w-5xl overflow-y-auto px-5 py-5 lg:px-8">
      <ol aria-label={t('compared.steps')}>
        {draft.steps.map(step => (
          <Line
            key={step.number}
            step={step}
            problem={problems.find(one => one.step === step.number)}
            onRemove={editable ? () => setRemoving(step) : undefined}
          />
        ))}
      </ol>
      {removing && (
        <ConfirmDialog
          danger
          title={t('compared.removeTitle', { number: removing.number })}
          verb={t('compared.remove')}
          busy={remove.isPending}
          onConfirm={() => remove.mutate(removing)}
          onClose={() => setRemoving(null)}
        >
          <p className="mb-2 font-medium">{removing.name}</p>
          <p>{t('compared.removeHelp')}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

interface LineProps {
  step: Step
  problem?: Problem
  onRemove?: () => void
}

/** Deeds that change one object; the server words the others. */
const DEEDS: Record<string, string> = {
  create: 'create',
  update: 'update',
  replace: 'update',
  delete: 'delete',
}

/** What a step does, in the reader's language. */
function useStepName(): (step: Step) => string {
  const { t } = useTranslation()
  const labels = useLabels()
  const model = useModel()
  return step => {
    if (!step.name) return t('compared.hiddenStep')
    const deed = DEEDS[step.kind]
    const resource = model.resources[step.resource]
    const main =
      step.changes.find(change => change.id === step.object_id) ??
      step.changes.find(change => change.resource === step.resource)
    if (!deed || !resource || !main) return step.name
    return t(`compared.deeds.${deed}`, { kind: labels.name(resource).toLowerCase(), name: main.name })
  }
}

function Line({ step, problem, onRemove }: LineProps) {
  const { t } = useTranslation()
  const model = useModel()
  const name = useStepName()(step)
  return (
    <li className="flex gap-3 border-line border-t py-3 first:border-t-0">
      <span className="tabular grid size-6 shrink-0 place-items-center rounded-full bg-sunken font-medium text-ink-soft text-xs">
        {step.number}
      </span>
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="min-w-0 break-words font-medium">{name}</span>
          <span className="text-ink-soft text-sm">
            <Moment at={step.at} />
          </span>
        </p>
        {problem && (
          <p className="mt-1 flex items-start gap-1.5 text-bad">
            <TriangleAlert size={15} aria-hidden className="mt-0.5 shrink-0" />
            <span className="min-w-0 break-words">{t('compared.cannot', { reason: problem.message })}</span>
          </p>
        )}
        <div className="mt-1.5 flex flex-col gap-3 text-sm">
          {step.changes.map((change, at) => (
            <div key={change.id ?? at}>
              {step.changes.length > 1 && <p className="mb-1 font-medium">{change.name}</p>}
              <Changes
                resource={model.resources[change.resource]}
                id={change.id ?? undefined}
                kind={change.kind}
                changes={change.changes}
              />
            </div>
          ))}
        </div>
      </div>
      {onRemove && (
        <Button
          size="sm"
          data-no-print
          className="max-sm:h-11"
          icon={<X size={14} aria-hidden />}
          onClick={onRemove}
        >
          {t('compared.remove')}
          <span className="sr-only">: {name}</span>
        </Button>
      )}
    </li>
  )
}
