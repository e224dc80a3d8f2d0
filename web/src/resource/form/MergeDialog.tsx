/** When someone else saved first: both values of each field that both changed, to choose from. */
import { useState } from 'react'
import type { Answer } from '@/api/client'
import type { Field, Resource, Row } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { cn } from '@/ui/cn'
import { Dialog } from '@/ui/Dialog'
import { asText } from '../value/Value'
import { RawValue } from './RawValue'
import { same } from './validate'

export interface Merge {
  /** Fields that both sides changed to different values. */
  conflicts: { field: Field; before: unknown; mine: unknown; theirs: unknown }[]
  /** How many other fields they changed. */
  others: number
  /** What I changed. */
  mine: Record<string, unknown>
  now: Answer<Row>
}

export function mergeOf(
  fields: Field[],
  before: Row,
  mine: Record<string, unknown>,
  now: Answer<Row>,
): Merge {
  const theirs = fields.filter(field => !same(before[field.name], now.data[field.name]))
  const conflicts = theirs
    .filter(field => field.name in mine && !same(mine[field.name], now.data[field.name]))
    .map(field => ({
      field,
      before: before[field.name],
      mine: mine[field.name],
      theirs: now.data[field.name],
    }))
  return { conflicts, others: theirs.length - conflicts.length, mine, now }
}

interface Props {
  resource: Resource
  merge: Merge
  onClose: () => void
  onChoose: (values: Record<string, unknown>) => void
}

export function MergeDialog({ resource, merge, onClose, onChoose }: Props) {
  const { t } = useTranslation()
  const labels = useLabels()
  const [taken, setTaken] = useState<Record<string, 'mine' | 'theirs'>>({})
  const choose = () => {
    const left = Object.entries(merge.mine).filter(([name]) => taken[name] !== 'theirs')
    onChoose(Object.fromEntries(left))
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('merge.title')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" onClick={choose}>
            {t('merge.save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <p className="text-ink-soft">{t(merge.conflicts.length > 0 ? 'merge.help' : 'merge.noConflict')}</p>
        {merge.conflicts.map(({ field, before, mine, theirs }) => (
          <fieldset key={field.name} className="flex flex-col gap-2">
            <legend className="float-left mb-1 font-medium">{labels.field(resource, field)}</legend>
            <div className="grid gap-2 sm:grid-cols-2">
              {(['mine', 'theirs'] as const).map(side => {
                const isTaken = (taken[field.name] ?? 'mine') === side
                return (
                  <label
                    key={side}
                    className={cn(
                      'flex cursor-pointer gap-2.5 rounded-md border p-3',
                      isTaken ? 'border-accent bg-accent-soft' : 'border-line',
                    )}
                  >
                    <input
                      type="radio"
                      name={`merge-${field.name}`}
                      className="mt-1 accent-accent"
                      checked={isTaken}
                      onChange={() => setTaken(now => ({ ...now, [field.name]: side }))}
                    />
                    <span className="min-w-0">
                      <span className="block text-ink-soft text-sm">{t(`merge.${side}`)}</span>
                      <RawValue resource={resource} field={field} value={side === 'mine' ? mine : theirs} />
                    </span>
                  </label>
                )
              })}
            </div>
            {asText(before) && (
              <p className="text-ink-soft text-sm">
                {t('merge.before')}: <RawValue resource={resource} field={field} value={before} />
              </p>
            )}
          </fieldset>
        ))}
        {merge.others > 0 && <p className="text-ink-soft">{t('merge.auto', { count: merge.others })}</p>}
      </div>
    </Dialog>
  )
}
