/** Domain and period, for all widgets at once. Those who may change the dashboard can keep the period for everyone. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Pin, PinOff } from 'lucide-react'
import { useId } from 'react'
import { request } from '@/api/client'
import { flatten, useDomain, useDomains } from '@/api/domains'
import { field, useModel } from '@/api/model'
import { refresh } from '@/api/objects'
import { formatDate } from '@/i18n/format'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { toast } from '@/ui/Toast'
import { today } from '../due/days'
import { DASHBOARDS, type Dashboard, WIDGETS } from './api'
import { type Search, useSetSearch } from './limits'

/** The periods, in words. */
export function usePeriods(): { key: string; label: string }[] {
  const labels = useLabels()
  const resource = useModel().resources[WIDGETS]
  const range = resource && field(resource, 'time_range')
  return (range?.choices ?? []).map(choice => ({
    key: String(choice.key),
    label: resource && range ? labels.choice(resource, range, choice) : choice.label,
  }))
}

export function Filters({ dashboard, mayChange }: { dashboard: Dashboard; mayChange: boolean }) {
  const { t } = useTranslation()
  const id = useId()
  const search = useSearch({ strict: false }) as Search
  const set = useSetSearch()
  const tree = useDomains()
  const domain = useDomain()
  const periods = usePeriods()
  const own = periods.find(one => one.key === dashboard.dashboard_definition.time_range)
  const domains = flatten(tree).filter(one => one.viewable && one.uuid !== tree.uuid)
  return (
    <div
      data-no-print
      role="search"
      aria-label={t('dashboard.filters')}
      className="flex flex-wrap items-center gap-x-5 gap-y-2 text-sm"
    >
      <label htmlFor={`${id}-domain`} className="flex items-center gap-2 text-ink-soft max-sm:w-full">
        <span className="max-sm:w-16">{t('domain.label')}</span>
        <select
          id={`${id}-domain`}
          className="control w-56! max-sm:w-0! max-sm:grow"
          value={domain?.uuid ?? ''}
          onChange={event => set({ domain: event.target.value || undefined })}
        >
          <option value="">{t('domain.all')}</option>
          {domains.map(one => (
            <option key={one.uuid} value={one.uuid}>
              {`${'\u2003'.repeat(Math.max(0, one.depth - 1))}${one.name}`}
            </option>
          ))}
        </select>
      </label>
      <label htmlFor={`${id}-range`} className="flex items-center gap-2 text-ink-soft max-sm:w-full">
        <span className="max-sm:w-16">{t('dashboard.period')}</span>
        <select
          id={`${id}-range`}
          className="control w-52! max-sm:w-0! max-sm:grow"
          value={search.range ?? ''}
          onChange={event => {
            const range = event.target.value || undefined
            const custom = range === 'custom'
            set({
              range,
              from: custom ? search.from : undefined,
              to: custom ? (search.to ?? today()) : undefined,
            })
          }}
        >
          <option value="">{own?.label ?? t('dashboard.ownPeriods')}</option>
          {periods.map(one => (
            <option key={one.key} value={one.key}>
              {one.label}
            </option>
          ))}
        </select>
      </label>
      {mayChange && <DefaultPeriod dashboard={dashboard} />}
      {search.range === 'custom' && (
        <span className="flex flex-wrap items-center gap-2">
          {(['from', 'to'] as const).map(name => (
            <label key={name} htmlFor={`${id}-${name}`} className="flex items-center gap-2 text-ink-soft">
              {t(`dashboard.${name}`)}
              <input
                id={`${id}-${name}`}
                type="date"
                className="control w-36!"
                max={name === 'from' ? search.to : undefined}
                min={name === 'to' ? search.from : undefined}
                value={search[name] ?? ''}
                onChange={event => set({ [name]: event.target.value || undefined })}
              />
            </label>
          ))}
        </span>
      )}
    </div>
  )
}

/** Keeps the chosen period for everyone who opens the dashboard, or goes back to those of its widgets. */
function DefaultPeriod({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { range } = useSearch({ strict: false }) as Search
  const set = useSetSearch()
  const own = dashboard.dashboard_definition.time_range ?? null
  const write = async (time_range: string | null) => {
    const body = { dashboard_definition: time_range ? { time_range } : {} }
    await request(`${DASHBOARDS}/${dashboard.id}/`, { method: 'PATCH', body })
    await refresh(client)
  }
  const save = useMutation({
    mutationFn: write,
    onSuccess: () => {
      set({ range: undefined })
      const undo = () => void write(own).then(() => toast.good(t('common.undone')), toast.bad)
      toast.good(t('common.saved'), { label: t('common.undo'), run: undo })
    },
    onError: toast.bad,
  })
  // A period from day to day ends, so that it is none to keep.
  const isNew = !!range && range !== 'custom' && range !== own
  if (!isNew && (range || !own)) return null
  return (
    <Button
      size="sm"
      look="quiet"
      disabled={save.isPending}
      onClick={() => save.mutate(isNew ? (range ?? null) : null)}
    >
      {isNew ? <Pin size={14} aria-hidden /> : <PinOff size={14} aria-hidden />}
      {t(isNew ? 'dashboard.keepPeriod' : 'dashboard.dropPeriod')}
    </Button>
  )
}

/** The same in words: on paper and on a screen for others. */
export function useFilterWords(dashboard: Dashboard): string {
  const { t } = useTranslation()
  const search = useSearch({ strict: false }) as Search
  const domain = useDomain()
  const periods = usePeriods()
  const range = search.range ?? dashboard.dashboard_definition.time_range
  const period =
    search.range === 'custom' && search.from && search.to
      ? `${formatDate(search.from)} – ${formatDate(search.to)}`
      : range !== 'custom' && periods.find(one => one.key === range)?.label
  return [domain?.name ?? t('domain.all'), period, formatDate(today())].filter(Boolean).join(' · ')
}
