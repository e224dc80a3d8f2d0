/** Chooses what a widget shows and how: first what, then the chart that suits it. */
import { useQuery } from '@tanstack/react-query'
import {
  AreaChart,
  ChartBar,
  ChartLine,
  ChartPie,
  CircleGauge,
  Donut,
  Hash,
  type LucideIcon,
  Table2,
  TextInitial,
  TrendingUp,
} from 'lucide-react'
import { useId, useState } from 'react'
import { ApiError } from '@/api/client'
import { useDomain, useDomains } from '@/api/domains'
import { field, type Resource, useModel } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { Control } from '@/resource/form/Control'
import { FolderControl } from '@/resource/form/FolderControl'
import { ReferenceControl } from '@/resource/form/ReferenceControl'
import { Button } from '@/ui/Button'
import { cn } from '@/ui/cn'
import { Dialog } from '@/ui/Dialog'
import { FormField, useWiring } from '@/ui/Field'
import { SearchField } from '@/ui/SearchField'
import { Segments } from '@/ui/Segments'
import { Failed, Skeleton } from '@/ui/States'
import { toast } from '@/ui/Toast'
import { type Dashboard, METRICS, type Recorded, recordedQuery, WIDGETS, type Widget } from './api'
import { type Draft, draftOf, isComplete, type Kind, METRIC_CHARTS, MODELS, valuesOf } from './draft'
import { usePeriods } from './Filters'
import type { Box } from './places'

interface Props {
  /** Left out for a new one. */
  widget?: Widget
  dashboard: Dashboard
  boxes: Box[]
  onSave: (values: Record<string, unknown>) => Promise<void>
  onClose: () => void
}

const KINDS: Kind[] = ['recorded', 'metric', 'text']

export default function WidgetDialog({ widget, dashboard, boxes, onSave, onClose }: Props) {
  const { t } = useTranslation()
  const model = useModel()
  const domain = useDomain()
  const root = useDomains().uuid
  const resource = model.resources[WIDGETS]
  const [draft, setDraft] = useState<Draft>(() =>
    draftOf(widget, domain?.uuid ?? (dashboard.folder.id || root)),
  )
  const [busy, setBusy] = useState(false)
  const recorded = useQuery(recordedQuery)
  const set = (change: Partial<Draft>) => setDraft(now => ({ ...now, ...change }))
  const save = async () => {
    setBusy(true)
    try {
      await onSave(valuesOf(draft, widget, boxes))
      onClose()
    } catch (error) {
      // The server names the field; here it is clear which one is meant.
      const words = error instanceof ApiError && Object.values(error.problem.errors ?? {}).flat()[0]
      toast.bad(words ? String(words) : error)
      setBusy(false)
    }
  }
  if (!resource) return null
  const number = recorded.data?.[draft.model]?.[draft.key]
  const charts = draft.kind === 'metric' ? METRIC_CHARTS : (number?.chart_types ?? [])
  const kinds = KINDS.filter(kind => kind !== 'metric' || model.resources[METRICS])
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      title={widget ? t('dashboard.change', { name: widget.display_title }) : t('dashboard.add')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" disabled={busy || !isComplete(draft)} onClick={() => void save()}>
            {widget ? t('common.save') : t('dashboard.addIt')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <Segments
          label={t('dashboard.what')}
          value={draft.kind}
          segments={kinds.map(value => ({ value, label: t(`dashboard.kinds.${value}`) }))}
          onChange={kind => set({ kind, chart: kind === 'text' ? 'text' : 'kpi_card', key: '' })}
        />
        <p className="-mt-2 text-ink-soft text-sm">{t(`dashboard.kindHelp.${draft.kind}`)}</p>
        {draft.kind === 'recorded' && (
          <>
            <Subject resource={resource} draft={draft} set={set} />
            {recorded.error ? (
              <Failed error={recorded.error} retry={() => void recorded.refetch()} />
            ) : recorded.data ? (
              <Catalogue
                numbers={recorded.data[draft.model] ?? {}}
                chosen={draft.key}
                onChoose={(key, one) =>
                  set({
                    key,
                    chart: one.chart_types.includes(draft.chart)
                      ? draft.chart
                      : (one.chart_types[0] ?? 'kpi_card'),
                  })
                }
              />
            ) : (
              <Skeleton className="h-60 w-full rounded-md" />
            )}
          </>
        )}
        {draft.kind === 'metric' && <Metric resource={resource} draft={draft} set={set} />}
        {draft.kind === 'text' && <Words resource={resource} draft={draft} set={set} />}
        {draft.kind !== 'text' && charts.length > 0 && (
          <Charts
            resource={resource}
            charts={charts}
            chosen={draft.chart}
            onChoose={chart => set({ chart })}
          />
        )}
        <FormField
          label={t('dashboard.title')}
          help={draft.kind === 'text' ? undefined : t('dashboard.titleHelp')}
        >
          <Title value={draft.title} placeholder={number?.label} onChange={title => set({ title })} />
        </FormField>
        {draft.kind !== 'text' && <Options resource={resource} draft={draft} set={set} />}
      </div>
    </Dialog>
  )
}

interface PartProps {
  resource: Resource
  draft: Draft
  set: (change: Partial<Draft>) => void
}

/** What it is about: a domain, an audit, a risk assessment or a findings review. */
function Subject({ resource, draft, set }: PartProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const model = useModel()
  const target = field(resource, 'target_object_id')
  const models = field(resource, 'target_model')
  const path = MODELS[draft.model] ?? 'folders'
  if (!target || !models) return null
  const known = (models.choices ?? []).filter(choice => model.resources[MODELS[String(choice.key)] ?? ''])
  return (
    <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
      <FormField label={t('dashboard.about')}>
        <Select
          value={draft.model}
          options={known.map(choice => ({
            key: String(choice.key),
            label: labels.choice(resource, models, choice),
          }))}
          onChange={name => set({ model: name, object: null, key: '' })}
        />
      </FormField>
      <FormField label={t('dashboard.which')} required>
        {path === 'folders' ? (
          <FolderControl
            resource={resource}
            field={target}
            value={draft.object}
            onChange={id => set({ object: id as string })}
          />
        ) : (
          <ReferenceControl
            resource={resource}
            field={{ ...target, label: t('dashboard.which'), target: path, options: true, required: true }}
            value={draft.object}
            onChange={id => set({ object: id as string | null })}
          />
        )}
      </FormField>
    </div>
  )
}

interface CatalogueProps {
  numbers: Record<string, Recorded>
  chosen: string
  onChoose: (key: string, one: Recorded) => void
}

/** All numbers, each with what it says. */
function Catalogue({ numbers, chosen, onChoose }: CatalogueProps) {
  const { t } = useTranslation()
  const name = useId()
  const [text, setText] = useState('')
  const words = text.trim().toLowerCase()
  const found = Object.entries(numbers)
    .filter(([, one]) => `${one.label} ${one.description}`.toLowerCase().includes(words))
    .sort(([, a], [, b]) => a.label.localeCompare(b.label))
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <span id={name} className="font-medium">
          {t('dashboard.number')}
          <span aria-hidden className="text-bad">
            {' *'}
          </span>
        </span>
        <SearchField label={t('dashboard.findNumber')} value={text} onChange={setText} />
      </div>
      <div
        role="radiogroup"
        aria-labelledby={name}
        className="grid max-h-60 overflow-y-auto rounded-md border border-line bg-raised p-1 sm:grid-cols-2"
      >
        {found.map(([key, one]) => (
          <label
            key={key}
            className={cn(
              'flex cursor-pointer items-start gap-2 rounded-md px-2 py-1.5 focus-within:outline-2 focus-within:outline-focus hover:bg-hover',
              key === chosen && 'bg-accent-soft',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={key === chosen}
              onChange={() => onChoose(key, one)}
              className="mt-1 size-3.5 shrink-0 accent-accent outline-none"
            />
            <span className="min-w-0">
              <span className="block truncate">{one.label}</span>
              {one.description !== one.label && (
                <span className="block text-ink-soft text-xs">{one.description}</span>
              )}
            </span>
          </label>
        ))}
        {found.length === 0 && <p className="p-3 text-ink-soft">{t('dashboard.noNumber')}</p>}
      </div>
    </div>
  )
}

function Metric({ resource, draft, set }: PartProps) {
  const labels = useLabels()
  const metric = field(resource, 'metric_instance')
  if (!metric) return null
  return (
    <FormField label={labels.field(resource, metric)} required>
      <ReferenceControl
        resource={resource}
        field={{ ...metric, required: true }}
        value={draft.metric}
        onChange={id => set({ metric: id as string | null })}
      />
    </FormField>
  )
}

function Words({ resource, draft, set }: PartProps) {
  const labels = useLabels()
  const text = field(resource, 'text_content')
  if (!text) return null
  return (
    <FormField label={labels.field(resource, text)} required>
      <Control
        resource={resource}
        field={text}
        value={draft.text}
        onChange={value => set({ text: String(value ?? '') })}
      />
    </FormField>
  )
}

const ICONS: Record<string, LucideIcon> = {
  kpi_card: Hash,
  donut: Donut,
  pie: ChartPie,
  bar: ChartBar,
  line: ChartLine,
  area: AreaChart,
  gauge: CircleGauge,
  sparkline: TrendingUp,
  table: Table2,
  text: TextInitial,
}

interface ChartsProps {
  resource: Resource
  charts: string[]
  chosen: string
  onChoose: (chart: string) => void
}

function Charts({ resource, charts, chosen, onChoose }: ChartsProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const type = field(resource, 'chart_type')
  const name = useId()
  return (
    <div className="flex flex-col gap-2">
      <span id={name} className="font-medium">
        {t('dashboard.chart')}
      </span>
      <div role="radiogroup" aria-labelledby={name} className="flex flex-wrap gap-2">
        {charts.map(key => {
          const choice = type?.choices?.find(one => one.key === key)
          const Icon = ICONS[key] ?? Hash
          return (
            <label
              key={key}
              className={cn(
                'flex w-24 cursor-pointer flex-col items-center gap-1.5 rounded-lg border px-2 py-2.5 text-center text-sm focus-within:outline-2 focus-within:outline-focus',
                key === chosen
                  ? 'border-accent bg-accent-soft text-accent-text'
                  : 'border-line bg-raised text-ink-soft hover:border-line-strong',
              )}
            >
              <input
                type="radio"
                name={name}
                checked={key === chosen}
                onChange={() => onChoose(key)}
                className="sr-only"
              />
              <Icon size={20} aria-hidden />
              {type && choice ? labels.choice(resource, type, choice) : key}
            </label>
          )
        })}
      </div>
    </div>
  )
}

/** What most people leave as it is. */
function Options({ resource, draft, set }: PartProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const periods = usePeriods()
  const aggregation = field(resource, 'aggregation')
  return (
    <details className="rounded-md border border-line px-3 py-2">
      <summary className="font-medium">{t('dashboard.options')}</summary>
      <div className="mt-3 grid gap-4 pb-1 sm:grid-cols-2">
        <FormField label={t('dashboard.period')}>
          <Select value={draft.range} options={periods} onChange={range => set({ range })} />
        </FormField>
        {aggregation && (
          <FormField label={labels.field(resource, aggregation)} help={labels.help(resource, aggregation)}>
            <Select
              value={draft.aggregation}
              options={(aggregation.choices ?? []).map(choice => ({
                key: String(choice.key),
                label: labels.choice(resource, aggregation, choice),
              }))}
              onChange={name => set({ aggregation: name })}
            />
          </FormField>
        )}
        {draft.range === 'custom' &&
          (['from', 'to'] as const).map(name => (
            <FormField key={name} label={t(`dashboard.${name}`)} required>
              <Day value={draft[name]} onChange={day => set({ [name]: day })} />
            </FormField>
          ))}
        <Check checked={draft.showTarget} onChange={showTarget => set({ showTarget })}>
          {t('dashboard.showTarget')}
        </Check>
        <Check checked={draft.showLegend} onChange={showLegend => set({ showLegend })}>
          {t('dashboard.showLegend')}
        </Check>
      </div>
    </details>
  )
}

interface SelectProps {
  value: string
  options: { key: string; label: string }[]
  onChange: (value: string) => void
}

function Select({ value, options, onChange }: SelectProps) {
  return (
    <select
      {...useWiring()}
      className="control"
      value={value}
      onChange={event => onChange(event.target.value)}
    >
      {options.map(one => (
        <option key={one.key} value={one.key}>
          {one.label}
        </option>
      ))}
    </select>
  )
}

function Day({ value, onChange }: { value: string; onChange: (day: string) => void }) {
  return (
    <input
      {...useWiring()}
      type="date"
      className="control"
      value={value}
      onChange={event => onChange(event.target.value)}
    />
  )
}

interface TitleProps {
  value: string
  placeholder?: string
  onChange: (text: string) => void
}

function Title({ value, placeholder, onChange }: TitleProps) {
  return (
    <input
      {...useWiring()}
      className="control"
      autoComplete="off"
      maxLength={200}
      placeholder={placeholder}
      value={value}
      onChange={event => onChange(event.target.value)}
    />
  )
}

interface CheckProps {
  checked: boolean
  onChange: (checked: boolean) => void
  children: string
}

function Check({ checked, onChange, children }: CheckProps) {
  const id = useId()
  return (
    <label htmlFor={id} className="flex items-center gap-2">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        onChange={event => onChange(event.target.checked)}
        className="size-4 accent-accent"
      />
      {children}
    </label>
  )
}
