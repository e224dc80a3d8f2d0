/** Filters as chips. The model defines which there are, and of what kind; their values are in the URL. */
import { ListFilter, X } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { Resource } from '@/api/model'
import { type Labels, useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { cn } from '@/ui/cn'
import { Popover } from '@/ui/Popover'
import { ToolButton } from '@/ui/ToolButton'
import { useListbox } from '@/ui/useListbox'
import type { ListState } from '../useListState'
import { FilterWords } from './FilterWords'
import { type Filter, filtersOf } from './filters'

const FilterEditor = lazy(() => import('./FilterEditor'))

interface Props {
  resource: Resource
  state: ListState
}

function useFilters(resource: Resource, labels: Labels): Filter[] {
  return useMemo(() => filtersOf(resource, labels), [resource, labels])
}

function Add({ resource, state }: Props) {
  const { t } = useTranslation()
  const labels = useLabels()
  const filters = useFilters(resource, labels)
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState<Filter | null>(null)
  const close = (next: boolean) => {
    setOpen(next)
    if (!next) setChosen(null)
  }
  return (
    <Popover
      open={open}
      onOpenChange={close}
      label={t('list.addFilter')}
      className="w-72"
      trigger={<ToolButton icon={<ListFilter size={16} aria-hidden />} label={t('list.filter')} />}
    >
      {chosen ? (
        <Suspense fallback={null}>
          <FilterEditor resource={resource} filter={chosen} state={state} />
        </Suspense>
      ) : (
        <Choose filters={filters} onChoose={setChosen} />
      )}
    </Popover>
  )
}

function Choose({ filters, onChoose }: { filters: Filter[]; onChoose: (filter: Filter) => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const found = filters.filter(filter => filter.label.toLowerCase().includes(text.trim().toLowerCase()))
  const box = useListbox(found.length, at => found[at] && onChoose(found[at]), text)
  return (
    <>
      <input
        {...box.input}
        autoFocus
        aria-label={t('list.addFilter')}
        placeholder={t('list.addFilter')}
        value={text}
        onChange={event => setText(event.target.value)}
        className="w-full border-line border-b bg-transparent px-3 py-2 outline-none"
      />
      <div {...box.list} aria-label={t('list.addFilter')} className="max-h-72 overflow-y-auto p-1">
        {found.map((filter, at) => (
          <div
            key={filter.name}
            {...box.option(at)}
            className={cn('truncate rounded-md px-2 py-1.5', at === box.active && 'bg-hover')}
          >
            {filter.label}
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="px-3 pb-3 text-ink-soft">{t('form.noOptions')}</p>}
    </>
  )
}

function Active({ resource, state }: Props) {
  const { t } = useTranslation()
  const labels = useLabels()
  const filters = useFilters(resource, labels)
  const active = filters.filter(filter => filter.params.some(name => state.filters[name] !== undefined))
  // A parameter that no filter here knows still limits the list, so it must be shown.
  const known = new Set(filters.flatMap(filter => filter.params))
  const others = Object.keys(state.filters).filter(name => !known.has(name))
  if (active.length + others.length === 0) return null
  return (
    <ul className="flex flex-wrap items-center gap-1.5">
      {active.map(filter => (
        <Chip
          key={filter.name}
          label={filter.label}
          onRemove={() => state.set(Object.fromEntries(filter.params.map(name => [name, undefined])))}
          editor={<FilterEditor resource={resource} filter={filter} state={state} />}
        >
          <FilterWords resource={resource} filter={filter} values={state.filters} />
        </Chip>
      ))}
      {others.map(name => (
        <Chip key={name} label={name} onRemove={() => state.set({ [name]: undefined })}>
          {state.filters[name]}
        </Chip>
      ))}
      <li>
        <Button look="quiet" size="sm" onClick={() => state.replace({})}>
          {t('list.clearFilters')}
        </Button>
      </li>
    </ul>
  )
}

interface ChipProps {
  label: string
  editor?: React.ReactNode
  onRemove: () => void
  children: React.ReactNode
}

function Chip({ label, editor, onRemove, children }: ChipProps) {
  const { t } = useTranslation()
  const words = (
    <button
      type="button"
      className="flex h-full min-w-0 items-center gap-1.5 rounded-l-full pr-1 pl-3 hover:underline"
    >
      <span className="text-ink-soft">{label}</span>
      <span className="truncate font-medium">{children}</span>
    </button>
  )
  return (
    <li className="flex h-7 max-w-80 items-center rounded-full border border-line bg-raised text-sm">
      {editor ? (
        <Popover label={t('list.filterBy', { name: label })} className="w-72" trigger={words}>
          <Suspense fallback={null}>{editor}</Suspense>
        </Popover>
      ) : (
        words
      )}
      <button
        type="button"
        aria-label={t('list.removeFilter', { name: label })}
        onClick={onRemove}
        className="grid h-full w-7 shrink-0 place-items-center rounded-r-full text-ink-faint hover:text-ink"
      >
        <X size={13} />
      </button>
    </li>
  )
}

export const FilterBar = { Add, Active }
