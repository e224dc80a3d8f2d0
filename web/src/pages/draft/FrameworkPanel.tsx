/** A framework of a draft itself: what it is called, its scale and its implementation groups. */
import { Plus, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { toast } from '@/ui/Toast'
import { useDrafting, useErrors, useOpened } from './drafting'
import { NumberField, TextField } from './fields'
import {
  type DraftFramework,
  removeGroup,
  setGroup,
  stepsFor,
  stepsOf,
  withFields,
  withSteps,
} from './model/content'
import { Wrong } from './ObjectFields'
import { useFrameworkChange, useFrameworkField } from './useFields'

const OWN = ['ref_id', 'name', 'description', 'min_score', 'max_score']
/** The scale of a framework that says nothing else. */
const USUAL = { min: 0, max: 100 }

export function FrameworkPanel({ framework }: { framework: DraftFramework }) {
  const { t } = useTranslation()
  const errors = useErrors(framework.urn)
  const set = useFrameworkField(framework)
  const besides = errors.besides(OWN)
  return (
    <div className="flex flex-col gap-4">
      <h2 className="text-lg">{t('draft.frameworkSettings')}</h2>
      {besides.length > 0 && <Wrong messages={besides} />}
      <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-3">
        <TextField
          label={t('draft.ref')}
          value={framework.ref_id ?? ''}
          errors={errors.of('ref_id')}
          onSave={(text, seen) => set('ref_id', text, seen)}
        />
        <TextField
          required
          label={t('draft.name')}
          value={framework.name ?? ''}
          errors={errors.of('name')}
          onSave={(text, seen) => set('name', text, seen)}
        />
      </div>
      <TextField
        long
        label={t('draft.description')}
        value={framework.description ?? ''}
        errors={errors.of('description')}
        onSave={(text, seen) => set('description', text, seen)}
      />
      <ScaleEditor framework={framework} errors={[...errors.of('min_score'), ...errors.of('max_score')]} />
      <GroupsEditor framework={framework} />
      <RemoveFramework framework={framework} />
      <p className="break-all text-ink-faint text-xs">{framework.urn}</p>
    </div>
  )
}

function ScaleEditor({ framework, errors }: { framework: DraftFramework; errors: string[] }) {
  const { t } = useTranslation()
  const change = useFrameworkChange(framework)
  const min = framework.min_score ?? USUAL.min
  const max = framework.max_score ?? USUAL.max
  const known = stepsOf(framework)
  const steps = stepsFor(min, max, known)
  const range = (from: number, to: number) =>
    change('min_score', now =>
      withSteps(withFields(now, { min_score: from, max_score: to }), stepsFor(from, to, stepsOf(now))),
    )
  const say = (score: number, field: 'name' | 'description', text: string) =>
    change('scores_definition', now =>
      withSteps(
        withFields(now, { min_score: min, max_score: max }),
        stepsFor(min, max, stepsOf(now)).map(step =>
          step.score === score ? withFields(step, { [field]: text }) : step,
        ),
      ),
    )
  const wrong = max <= min ? [t('draft.scaleWrong')] : errors
  return (
    <section aria-label={t('framework.scale')} className="flex flex-col gap-2 border-line border-t pt-3">
      <h3 className="text-base">{t('framework.scale')}</h3>
      <div className="grid grid-cols-2 gap-3">
        <NumberField label={t('draft.min')} value={min} onSave={value => range(value ?? USUAL.min, max)} />
        <NumberField
          label={t('draft.max')}
          value={max}
          errors={wrong}
          onSave={value => range(min, value ?? USUAL.max)}
        />
      </div>
      {steps.length > 0 ? (
        <ol className="flex flex-col gap-1.5">
          {steps.map(step => (
            <li
              key={step.score}
              className="grid grid-cols-[1.5rem_minmax(0,2fr)_minmax(0,3fr)] items-center gap-1.5"
            >
              <span className="tabular text-right font-semibold text-sm">{step.score}</span>
              <TextField
                bare
                label={t('draft.stepName', { score: step.score })}
                placeholder={t('draft.name')}
                value={step.name ?? ''}
                onSave={text => say(step.score, 'name', text)}
              />
              <TextField
                bare
                label={t('draft.stepMeaning', { score: step.score })}
                placeholder={t('draft.meaning')}
                value={step.description ?? ''}
                onSave={text => say(step.score, 'description', text)}
              />
            </li>
          ))}
        </ol>
      ) : (
        max > min && <p className="text-ink-soft text-sm">{t('draft.manySteps')}</p>
      )}
    </section>
  )
}

function GroupsEditor({ framework }: { framework: DraftFramework }) {
  const { t } = useTranslation()
  const change = useFrameworkChange(framework)
  const groups = framework.implementation_groups_definition ?? []
  const FIELD = 'implementation_groups_definition'
  const add = () => {
    const taken = new Set(groups.map(group => group.ref_id))
    let count = groups.length + 1
    while (taken.has(`IG${count}`)) count += 1
    change(FIELD, now =>
      withFields(now, {
        [FIELD]: [...(now.implementation_groups_definition ?? []), { ref_id: `IG${count}` }],
      }),
    )
  }
  const members = (ref: string) =>
    (framework.requirement_nodes ?? []).filter(node => node.implementation_groups?.includes(ref)).length
  return (
    <section aria-label={t('framework.groups')} className="flex flex-col gap-2 border-line border-t pt-3">
      <div className="flex min-h-7 items-center justify-between">
        <h3 className="text-base">{t('framework.groups')}</h3>
        <Button look="quiet" size="sm" icon={<Plus size={14} aria-hidden />} onClick={add}>
          {t('draft.addGroup')}
        </Button>
      </div>
      {groups.length === 0 && <p className="text-ink-soft text-sm">{t('draft.noGroups')}</p>}
      <ul className="flex flex-col gap-1.5">
        {groups.map((group, at) => (
          <li key={at} className="grid grid-cols-[5.5rem_minmax(0,1fr)_auto_auto] items-center gap-1.5">
            <TextField
              bare
              required
              label={t('draft.groupRef', { number: at + 1 })}
              value={group.ref_id}
              onSave={ref_id => change(FIELD, now => setGroup(now, at, { ref_id }))}
            />
            <TextField
              bare
              label={t('draft.groupName', { number: at + 1 })}
              placeholder={t('draft.name')}
              value={group.name ?? ''}
              onSave={name => change(FIELD, now => setGroup(now, at, { name }))}
            />
            <span
              className="tabular min-w-5 text-right text-ink-faint text-xs"
              title={t('framework.requirements', { count: members(group.ref_id) })}
            >
              {members(group.ref_id)}
            </span>
            <Button
              look="quiet"
              icon={<X size={15} />}
              label={t('draft.removeGroup', { name: group.name || group.ref_id })}
              onClick={() => change(FIELD, now => removeGroup(now, at))}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function RemoveFramework({ framework }: { framework: DraftFramework }) {
  const { t } = useTranslation()
  const { edit } = useDrafting()
  const [, open] = useOpened()
  const [asked, setAsked] = useState(false)
  const name = framework.name ?? ''
  const count = framework.requirement_nodes?.length ?? 0
  const remove = () => {
    setAsked(false)
    open(null, '')
    edit({
      name,
      run: content => ({
        ...content,
        frameworks: (content.frameworks ?? []).filter(one => one.urn !== framework.urn),
      }),
    })
    toast.good(t('draft.removed', { name }), {
      label: t('common.undo'),
      run: () =>
        edit({
          name,
          run: content => ({ ...content, frameworks: [...(content.frameworks ?? []), framework] }),
        }),
    })
  }
  return (
    <div className="border-line border-t pt-3">
      <Button look="quiet" size="sm" icon={<Trash2 size={15} aria-hidden />} onClick={() => setAsked(true)}>
        {t('draft.removeFramework')}
      </Button>
      {asked && (
        <ConfirmDialog
          title={t('draft.removeTitle', { name })}
          verb={t('common.delete')}
          danger
          onConfirm={remove}
          onClose={() => setAsked(false)}
        >
          <p>{count > 0 ? t('draft.removeBranch', { count, number: count }) : t('draft.removeOne')}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
