/**
 * A scenario, read from left to right: what threatens what, what is in place, where that leaves the risk, what is planned,
 * where that will leave it, and what was decided.
 */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Boxes, Bug, CircleCheck, CircleDashed, Clock, Gauge, Pencil } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { field, isRef, type Ref, type Resource, type Row, useModel } from '@/api/model'
import { pageQuery } from '@/api/objects'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { Due } from '@/pages/due/Due'
import { levelsOf, type MatrixDefinition } from '@/pages/matrix/matrix'
import { to } from '@/resource/address'
import { canEdit, FieldDialog } from '@/resource/detail/Editable'
import { ChoiceFact } from '@/resource/detail/Facts'
import { cn } from '@/ui/cn'
import { isAbove, levelOf, ratingOf, type Stage } from './model/scenario'
import { RiskBadge } from './RiskBadge'
import type { Rate } from './useRating'

const RateDialog = lazy(() => import('./RateDialog'))

interface Props {
  resource: Resource
  row: Row
  matrix: MatrixDefinition
  tolerance: number
  editable: boolean
  rate: Rate
  /** What was decided about accepting it. */
  acceptance?: ReactNode
}

export function Story({ resource, row, matrix, tolerance, editable, rate, acceptance }: Props) {
  const { t } = useTranslation()
  const [editing, setEditing] = useState<string | null>(null)
  const [rating, setRating] = useState<Stage | null>(null)
  const treatment = field(resource, 'treatment')
  const shown = editable ? resource : { ...resource, permissions: { ...resource.permissions, change: false } }
  const edit = (name: string) =>
    canEdit(shown, row, field(resource, name)) ? () => setEditing(name) : undefined
  const level = (stage: Stage) => (
    <Level
      row={row}
      stage={stage}
      matrix={matrix}
      tolerance={tolerance}
      onRate={editable ? () => setRating(stage) : undefined}
    />
  )
  const edited = editing ? field(resource, editing) : undefined
  return (
    <div className="@container">
      <ol
        aria-label={t('risk.story')}
        className="grid overflow-hidden rounded-lg border border-line bg-raised @2xl:grid-cols-3 @5xl:grid-cols-[1.25fr_1.25fr_9.5rem_1.25fr_9.5rem_1fr]"
      >
        <Part title={t('risk.threatAndAsset')}>
          <Group label={t('risk.threats')} onEdit={edit('threats')}>
            <Refs path="threats" value={row.threats} icon={<Bug size={15} />} empty={t('risk.noThreats')} />
          </Group>
          <Group label={t('risk.assets')} onEdit={edit('assets')}>
            <Refs path="assets" value={row.assets} icon={<Boxes size={15} />} empty={t('risk.noAssets')} />
          </Group>
          <Group label={t('risk.inherentLevel')} onEdit={undefined}>
            <Rated
              row={row}
              stage="inherent"
              matrix={matrix}
              onRate={editable ? () => setRating('inherent') : undefined}
            />
          </Group>
        </Part>
        <Part title={t('risk.controlsInPlace')}>
          <Group label={t('risk.controls')} bare onEdit={edit('existing_applied_controls')}>
            <Controls value={row.existing_applied_controls} empty={t('risk.noControls')} />
          </Group>
          {typeof row.existing_controls === 'string' && row.existing_controls && (
            <p className="whitespace-pre-line break-words text-ink-soft">{row.existing_controls}</p>
          )}
        </Part>
        <Part title={t('risk.currentLevel')} level>
          {level('current')}
        </Part>
        <Part title={t('risk.plannedControls')}>
          <Group label={t('risk.plannedControls')} bare onEdit={edit('applied_controls')}>
            <Controls planned value={row.applied_controls} empty={t('risk.noPlan')} />
          </Group>
        </Part>
        <Part title={t('risk.residualLevel')} level>
          {level('residual')}
        </Part>
        <Part title={t('risk.treatment')}>
          {treatment && <ChoiceFact resource={shown} row={row} field={treatment} />}
          {typeof row.justification === 'string' && row.justification && (
            <p className="whitespace-pre-line break-words text-ink-soft">{row.justification}</p>
          )}
          {acceptance}
        </Part>
      </ol>
      {edited && (
        <FieldDialog resource={resource} row={row} field={edited} onClose={() => setEditing(null)} />
      )}
      {rating && (
        <Suspense>
          <RateDialog
            scenario={row}
            matrix={matrix}
            tolerance={tolerance}
            first={rating}
            rate={rate}
            onClose={() => setRating(null)}
          />
        </Suspense>
      )}
    </div>
  )
}

function Part({ title, level, children }: { title: string; level?: boolean; children: ReactNode }) {
  return (
    <li
      className={cn(
        'flex min-w-0 flex-col gap-2.5 border-line p-4 text-sm not-first:max-@2xl:border-t @2xl:[&:nth-child(n+4)]:border-t @5xl:[&:nth-child(n+4)]:border-t-0 @2xl:not-[:nth-child(3n)]:border-r @5xl:not-last:border-r',
        level && 'bg-bg',
      )}
    >
      <h3 className="font-medium text-ink-soft text-sm">{title}</h3>
      {children}
    </li>
  )
}

interface GroupProps {
  label: string
  /** The heading above says the same. */
  bare?: boolean
  onEdit: (() => void) | undefined
  children: ReactNode
}

function Group({ label, bare, onEdit, children }: GroupProps) {
  const { t } = useTranslation()
  const name = t('detail.editField', { name: label })
  return (
    <div className="group/part relative">
      <h4 className={cn('mb-0.5 text-ink-faint text-xs', bare && 'sr-only')}>{label}</h4>
      {children}
      {onEdit && (
        <button
          type="button"
          data-no-print
          aria-label={name}
          title={name}
          onClick={onEdit}
          className={cn(
            'absolute right-0 grid size-6 place-items-center rounded-sm bg-raised text-ink-faint hover:bg-hover hover:text-ink focus-visible:opacity-100 group-hover/part:opacity-100 pointer-fine:opacity-0',
            bare ? '-top-8.5' : '-top-1',
          )}
        >
          <Pencil size={13} aria-hidden />
        </button>
      )}
    </div>
  )
}

const refsOf = (value: unknown): Ref[] => (Array.isArray(value) ? value.filter(isRef) : [])

function Refs({
  path,
  value,
  icon,
  empty,
}: {
  path: string
  value: unknown
  icon: ReactNode
  empty: string
}) {
  const refs = refsOf(value)
  if (refs.length === 0) return <p className="text-ink-faint">{empty}</p>
  return (
    <ul className="flex flex-col gap-1">
      {refs.map(ref => (
        <li key={ref.id} className="flex items-start gap-2">
          <span aria-hidden className="mt-0.5 shrink-0 text-ink-faint">
            {icon}
          </span>
          <Link
            to={to.item(path, ref.id)}
            className="min-w-0 break-words rounded-sm underline-offset-3 hover:underline"
          >
            {ref.str}
          </Link>
        </li>
      ))}
    </ul>
  )
}

const CONTROLS = 'applied-controls'

/** Controls with how they stand; for planned ones also when they are due. */
function Controls({ value, planned, empty }: { value: unknown; planned?: boolean; empty: string }) {
  const labels = useLabels()
  const resource = useModel().resources[CONTROLS]
  const refs = refsOf(value)
  const ids = refs.map(ref => ref.id).join(',')
  const params = { id: ids, fields: 'id,name,status,eta' }
  const found = useQuery({ ...pageQuery(CONTROLS, params), enabled: refs.length > 0 && !!resource })
  if (refs.length === 0) return <p className="text-ink-faint">{empty}</p>
  const status = resource && field(resource, 'status')
  const eta = resource && field(resource, 'eta')
  return (
    <ul className="flex flex-col gap-1.5">
      {refs.map(ref => {
        const row = found.data?.results.find(one => one.id === ref.id)
        const choice = status?.choices?.find(one => one.key === row?.status)
        const isActive = row?.status === 'active'
        const Icon = isActive ? CircleCheck : planned ? Clock : CircleDashed
        return (
          <li key={ref.id} className="flex items-start gap-2">
            <Icon
              size={15}
              aria-hidden
              className={cn('mt-0.5 shrink-0', isActive ? 'text-good' : 'text-ink-faint')}
            />
            <span className="min-w-0">
              <Link
                to={to.item(CONTROLS, ref.id)}
                className="break-words rounded-sm underline-offset-3 hover:underline"
              >
                {ref.str}
              </Link>
              <span className="block text-ink-soft text-xs">
                {resource && status && choice && choice.key !== '--' && (
                  <span>{labels.choice(resource, status, choice)} </span>
                )}
                {planned && !isActive && typeof row?.eta === 'string' && resource && eta && (
                  <Due day={row.eta} what={labels.field(resource, eta)} />
                )}
              </span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}

interface LevelProps {
  row: Row
  stage: Stage
  matrix: MatrixDefinition
  tolerance: number
  onRate: (() => void) | undefined
}

function Level({ row, stage, matrix, tolerance, onRate }: LevelProps) {
  const { t, i18n } = useTranslation()
  const levels = levelsOf(matrix, i18n.language)
  const rating = ratingOf(row, stage, matrix)
  const level = levelOf(row, stage, matrix)
  const above = isAbove(level, tolerance)
  return (
    <>
      <span>
        <RiskBadge large level={levels.risk[level ?? -1]} />
      </span>
      {(rating.probability !== null || rating.impact !== null) && (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-xs">
          <dt className="text-ink-soft">{t('riskMatrix.probability')}</dt>
          <dd>{levels.probability[rating.probability ?? -1]?.name ?? '—'}</dd>
          <dt className="text-ink-soft">{t('riskMatrix.impact')}</dt>
          <dd>{levels.impact[rating.impact ?? -1]?.name ?? '—'}</dd>
        </dl>
      )}
      {stage === 'current' && Number(row.strength_of_knowledge ?? -1) >= 0 && (
        <p className="text-ink-soft text-xs">
          {t('risk.strength')} · {t(`risk.strengths.${row.strength_of_knowledge}`)}
        </p>
      )}
      {above !== null && (
        <p className={cn('text-xs', above ? 'font-medium text-bad' : 'text-ink-soft')}>
          {t(above ? 'risk.above' : 'risk.within')}
        </p>
      )}
      {onRate && <RateButton stage={stage} rated={level !== null} onRate={onRate} />}
    </>
  )
}

function Rated({ row, stage, matrix, onRate }: Omit<LevelProps, 'tolerance'>) {
  const { i18n } = useTranslation()
  const levels = levelsOf(matrix, i18n.language)
  const level = levelOf(row, stage, matrix)
  return (
    <span className="flex flex-wrap items-center gap-2">
      <RiskBadge level={levels.risk[level ?? -1]} />
      {onRate && <RateButton stage={stage} rated={level !== null} onRate={onRate} />}
    </span>
  )
}

function RateButton({ stage, rated, onRate }: { stage: Stage; rated: boolean; onRate: () => void }) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      data-no-print
      onClick={onRate}
      className="inline-flex min-h-6 w-fit items-center gap-1 rounded-sm font-medium text-accent-text text-xs underline-offset-3 hover:underline"
    >
      <Gauge size={13} aria-hidden />
      {t(rated ? 'risk.rateAgain' : 'risk.rate')}
      <span className="sr-only">: {t(`risk.stages.${stage}`)}</span>
    </button>
  )
}
