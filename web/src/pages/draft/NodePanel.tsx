/** A requirement or a section of a draft, field by field. */
import { ArrowDown, ArrowUp, IndentDecrease, IndentIncrease, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { FormField } from '@/ui/Field'
import { useDrafting, useErrors } from './drafting'
import { ChoiceField, SwitchField, TextField } from './fields'
import type { DraftFramework, DraftNode } from './model/content'
import type { Direction } from './model/nodes'
import { ObjectFields } from './ObjectFields'
import { QuestionsEditor } from './QuestionsEditor'
import { useNodeField } from './useFields'

const OWN = ['ref_id', 'name', 'description', 'annotation', 'typical_evidence', 'implementation_groups']
const IMPORTANCE = ['mandatory', 'recommended', 'nice_to_have']

const MOVES: [Direction, typeof ArrowUp][] = [
  ['up', ArrowUp],
  ['down', ArrowDown],
  ['out', IndentDecrease],
  ['in', IndentIncrease],
]

interface Props {
  framework: DraftFramework
  node: DraftNode
  /** The names over it. */
  trail: string[]
  onMove: (direction: Direction) => void
  canMove: (direction: Direction) => boolean
  onRemove: () => void
}

export function NodePanel({ framework, node, trail, onMove, canMove, onRemove }: Props) {
  const { t } = useTranslation()
  const { content } = useDrafting()
  const errors = useErrors(node.urn)
  const name = node.ref_id || node.name || ''
  const set = useNodeField(framework.urn, node.urn, name)
  const said = (field: string) => (typeof node[field] === 'string' ? (node[field] as string) : '')
  const groups = framework.implementation_groups_definition ?? []
  const inGroups = node.implementation_groups ?? []
  const controls = content.reference_controls ?? []
  const evidence = Array.isArray(node.typical_evidence)
    ? node.typical_evidence.join('\n')
    : (node.typical_evidence ?? '')
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-center justify-between gap-2">
        <p className="truncate text-ink-soft text-sm">
          {[t(node.assessable ? 'draft.requirement' : 'draft.section'), ...trail.slice(-1)]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <span className="-my-1 flex shrink-0">
          {MOVES.map(([direction, Icon]) => (
            <Button
              key={direction}
              look="quiet"
              size="sm"
              icon={<Icon size={16} />}
              label={t(`draft.move.${direction}`)}
              disabled={!canMove(direction)}
              onClick={() => onMove(direction)}
            />
          ))}
          <Button
            look="quiet"
            size="sm"
            icon={<Trash2 size={15} />}
            label={t('common.delete')}
            onClick={onRemove}
          />
        </span>
      </div>
      <ObjectFields said={said} errors={errors} own={OWN} set={set} />
      <SwitchField
        label={t('draft.assessable')}
        help={t(node.assessable ? 'draft.assessableOn' : 'draft.assessableOff')}
        checked={node.assessable === true}
        onChange={on => set('assessable', on)}
      />
      {groups.length > 0 && node.assessable && (
        <FormField group label={t('framework.groups')} errors={errors.of('implementation_groups')}>
          <Ticks
            options={groups.map(group => [group.ref_id, group.name || group.ref_id])}
            chosen={inGroups}
            onChange={chosen => set('implementation_groups', chosen)}
          />
        </FormField>
      )}
      {node.assessable && (
        <>
          <TextField
            long
            label={t('framework.guidance')}
            value={said('annotation')}
            errors={errors.of('annotation')}
            onSave={(text, seen) => set('annotation', text, seen)}
          />
          <TextField
            long
            label={t('framework.evidence')}
            value={evidence}
            errors={errors.of('typical_evidence')}
            onSave={text => set('typical_evidence', text)}
          />
          <ChoiceField
            label={t('draft.importance')}
            value={IMPORTANCE.includes(said('importance')) ? said('importance') : ''}
            options={[
              ['', t('draft.notSaid')],
              ...IMPORTANCE.map((one): [string, string] => [one, t(`framework.importance.${one}`)]),
            ]}
            onChange={value => set('importance', value)}
          />
          {controls.length > 0 && (
            <FormField group label={t('framework.controls')}>
              <Ticks
                options={controls.map(one => [one.urn, [one.ref_id, one.name].filter(Boolean).join(' ')])}
                chosen={node.reference_controls ?? []}
                onChange={chosen => set('reference_controls', chosen)}
              />
            </FormField>
          )}
          <QuestionsEditor node={node} onChange={questions => set('questions', questions)} />
        </>
      )}
      <p className="break-all border-line border-t pt-3 text-ink-faint text-xs">{node.urn}</p>
    </div>
  )
}

/** Any of a few. */
function Ticks({
  options,
  chosen,
  onChange,
}: {
  options: [string, ReactNode][]
  chosen: string[]
  onChange: (chosen: string[]) => void
}) {
  return (
    <ul className="flex max-h-48 flex-col overflow-y-auto text-sm">
      {options.map(([value, label]) => (
        <li key={value}>
          <label className="flex min-h-8 items-center gap-2.5 rounded-md px-1 hover:bg-hover">
            <input
              type="checkbox"
              className="size-4 shrink-0 accent-accent"
              checked={chosen.includes(value)}
              onChange={event =>
                onChange(event.target.checked ? [...chosen, value] : chosen.filter(one => one !== value))
              }
            />
            <span className="min-w-0">{label}</span>
          </label>
        </li>
      ))}
    </ul>
  )
}
