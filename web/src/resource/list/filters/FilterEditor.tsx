import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useId, useState } from 'react'
import type { Field, Resource } from '@/api/model'
import { optionsQuery } from '@/api/objects'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { useAtOnce } from '@/ui/useAtOnce'
import type { ListState } from '../useListState'
import type { Filter } from './filters'

interface Props {
  resource: Resource
  filter: Filter
  state: ListState
}

/** Changes one filter; the list follows at once. */
export default function FilterEditor({ resource, filter, state }: Props) {
  const { t } = useTranslation()
  const labels = useLabels()
  const isNull = `${filter.name}__isnull`
  const [value, setValue] = useAtOnce(state.filters[filter.name], next =>
    state.set({ [filter.name]: next, [isNull]: undefined }),
  )
  const [isEmpty, setEmpty] = useAtOnce(state.filters[isNull] === 'true', next => {
    const cleared = Object.fromEntries(filter.params.map(name => [name, undefined]))
    state.set({ ...cleared, [isNull]: next ? 'true' : undefined })
  })
  const chosen = value ? value.split(',') : []
  const toggle = (key: string) => {
    const next = chosen.includes(key) ? chosen.filter(one => one !== key) : [...chosen, key]
    setValue(next.join(',') || undefined)
  }
  return (
    <fieldset className="flex flex-col gap-1 p-2">
      <legend className="float-left px-1 pt-0.5 pb-1.5 font-medium">{filter.label}</legend>
      {filter.kind === 'choices' && (
        <div className="flex max-h-72 flex-col overflow-y-auto">
          {(filter.field.choices ?? []).map(choice => (
            <CheckLine
              key={choice.key}
              label={labels.choice(resource, filter.field, choice)}
              checked={chosen.includes(String(choice.key))}
              onChange={() => toggle(String(choice.key))}
            />
          ))}
        </div>
      )}
      {filter.kind === 'reference' && <References field={filter.field} chosen={chosen} onToggle={toggle} />}
      {(filter.kind === 'boolean' || filter.kind === 'flag') &&
        (['true', 'false'] as const).map(key => (
          <CheckLine
            key={key}
            label={t(key === 'true' ? 'common.yes' : 'common.no')}
            checked={value === key}
            onChange={() => setValue(value === key ? undefined : key)}
          />
        ))}
      {filter.kind === 'answer' &&
        filter.answers.map(({ key, label }) => (
          <CheckLine
            key={key}
            label={label}
            checked={value === key}
            onChange={() => setValue(value === key ? undefined : String(key))}
          />
        ))}
      {filter.kind === 'range' &&
        (['gte', 'lte'] as const).map(lookup => (
          <Typed
            key={lookup}
            label={t(lookup === 'gte' ? 'list.from' : 'list.to')}
            type={filter.field.kind.startsWith('date') ? 'date' : 'number'}
            value={(state.filters[`${filter.name}__${lookup}`] ?? '').slice(0, 10)}
            onChange={text => {
              const end =
                filter.field.kind === 'datetime' && text
                  ? lookup === 'gte'
                    ? 'T00:00:00Z'
                    : 'T23:59:59Z'
                  : ''
              state.set({ [`${filter.name}__${lookup}`]: text ? text + end : undefined })
            }}
          />
        ))}
      {filter.kind === 'contains' && (
        <Typed
          label={t('list.contains')}
          type="text"
          value={state.filters[`${filter.name}__icontains`] ?? ''}
          onChange={text => state.set({ [`${filter.name}__icontains`]: text || undefined })}
        />
      )}
      {filter.kind === 'text' && (
        <Typed
          label={filter.help || filter.label}
          type="text"
          value={value ?? ''}
          onChange={text => state.set({ [filter.name]: text || undefined })}
        />
      )}
      {'field' in filter &&
        filter.field.lookups.includes('isnull') &&
        (filter.field.nullable || filter.field.kind === 'many') && (
          <CheckLine label={t('list.isEmpty')} checked={isEmpty} onChange={() => setEmpty(!isEmpty)} />
        )}
    </fieldset>
  )
}

function CheckLine({
  label,
  note,
  checked,
  onChange,
}: {
  label: string
  note?: string
  checked: boolean
  onChange: () => void
}) {
  return (
    <label className="flex w-full cursor-pointer items-center gap-2 rounded-md px-1.5 py-1.5 hover:bg-hover">
      <input
        type="checkbox"
        className="size-4 shrink-0 accent-accent"
        checked={checked}
        onChange={onChange}
      />
      <span className="min-w-0 grow truncate">{label}</span>
      {note && <span className="shrink-0 text-ink-faint text-xs">{note}</span>}
    </label>
  )
}

function References({
  field,
  chosen,
  onToggle,
}: {
  field: Field
  chosen: string[]
  onToggle: (id: string) => void
}) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const words = useDeferredValue(text)
  const target = field.target ?? ''
  const found = useQuery(optionsQuery(target, words))
  const picked = useQuery({
    ...optionsQuery(target, '', { id: chosen.join(',') }),
    enabled: chosen.length > 0,
  })
  const others = (found.data?.results ?? []).filter(option => !chosen.includes(option.id))
  // What was ticked in the list stays in sight until it is asked for by its id.
  const known = new Map(
    [...(found.data?.results ?? []), ...(picked.data?.results ?? [])].map(option => [option.id, option]),
  )
  const own = chosen.flatMap(id => known.get(id) ?? [])
  return (
    <>
      <input
        type="search"
        autoFocus
        aria-label={t('common.search')}
        placeholder={t('common.search')}
        value={text}
        onChange={event => setText(event.target.value)}
        className="control mb-1"
      />
      <div className="flex max-h-60 flex-col overflow-y-auto">
        {[...own, ...others].map(option => (
          <CheckLine
            key={option.id}
            label={option.str}
            note={option.folder?.str}
            checked={chosen.includes(option.id)}
            onChange={() => onToggle(option.id)}
          />
        ))}
        {found.isSuccess && own.length + others.length === 0 && (
          <p className="p-2 text-ink-soft">{t('form.noOptions')}</p>
        )}
      </div>
    </>
  )
}

/** Tells what was typed after a short pause. */
function Typed({
  label,
  type,
  value,
  onChange,
}: {
  label: string
  type: string
  value: string
  onChange: (text: string) => void
}) {
  const id = useId()
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pause begins anew with each letter only
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => onChange(text), 300)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <div className="flex flex-col gap-1 px-1 py-1">
      <label htmlFor={id} className="text-ink-soft text-sm">
        {label}
      </label>
      <input
        id={id}
        type={type}
        value={text}
        onChange={event => setText(event.target.value)}
        className="control"
      />
    </div>
  )
}
