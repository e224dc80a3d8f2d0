/**
 * Picks one or many objects of another resource. Options are fetched as the person types; a new one can be
 * created in place.
 */
import { useQuery } from '@tanstack/react-query'
import { Check, ChevronsUpDown, Plus, X } from 'lucide-react'
import { lazy, Suspense, useDeferredValue, useState } from 'react'
import { type Field, useModel } from '@/api/model'
import { type Option, optionsQuery } from '@/api/objects'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'
import { useWiring } from '@/ui/Field'
import { Popover } from '@/ui/Popover'
import { useListbox } from '@/ui/useListbox'
import { nameField } from '../columns'
import type { ControlProps } from './Control'

const CreateDialog = lazy(() => import('./CreateDialog'))

/** The words for chosen ids. */
function useChosen(field: Field, ids: string[]): Option[] {
  const target = field.target ?? ''
  const query = useQuery({
    ...optionsQuery(target, '', { id: ids.join(','), limit: Math.max(1, ids.length) }),
    enabled: ids.length > 0 && !!field.options,
  })
  const found = query.data?.results ?? []
  return ids.map(id => found.find(option => option.id === id) ?? { id, str: '…' })
}

export function ReferenceControl({ resource, field, value, onChange, disabled }: ControlProps) {
  const { t } = useTranslation()
  const name = useLabels().field(resource, field)
  const { 'aria-required': _, ...wiring } = useWiring()
  const [open, setOpen] = useState(false)
  const id = typeof value === 'string' && value ? value : null
  const chosen = useChosen(field, id ? [id] : [])[0]
  if (!field.options) return <p className="text-ink-soft">{t('form.mayNotSee')}</p>
  return (
    <div className="flex gap-1.5">
      <Popover
        open={open}
        onOpenChange={setOpen}
        label={t('form.pick', { name })}
        fit
        trigger={
          <button
            type="button"
            {...wiring}
            disabled={disabled}
            className="control flex items-center gap-2 text-left"
          >
            <span className={cn('grow truncate', !chosen && 'text-ink-faint')}>
              {chosen?.str ??
                (field.required ? t('form.pickHint', { name: name.toLowerCase() }) : t('form.notSet'))}
            </span>
            <ChevronsUpDown size={14} aria-hidden className="shrink-0 text-ink-faint" />
          </button>
        }
      >
        <Options
          field={field}
          chosen={id ? [id] : []}
          onClose={() => setOpen(false)}
          onPick={picked => {
            onChange(picked)
            setOpen(false)
          }}
        />
      </Popover>
      {id && !field.required && !disabled && (
        <button
          type="button"
          aria-label={`${t('form.clearValue')} ${name}`}
          onClick={() => onChange(null)}
          className="grid w-8 shrink-0 place-items-center rounded-md text-ink-faint hover:bg-hover hover:text-ink"
        >
          <X size={15} />
        </button>
      )}
    </div>
  )
}

export function ManyControl({ resource, field, value, onChange, disabled }: ControlProps) {
  const { t } = useTranslation()
  const name = useLabels().field(resource, field)
  const { 'aria-required': _, ...wiring } = useWiring()
  const [open, setOpen] = useState(false)
  const ids = Array.isArray(value) ? (value as string[]) : []
  const chosen = useChosen(field, ids)
  if (!field.options) return <p className="text-ink-soft">{t('form.mayNotSee')}</p>
  const toggle = (id: string) => onChange(ids.includes(id) ? ids.filter(one => one !== id) : [...ids, id])
  return (
    <div className="flex flex-col gap-1.5">
      {chosen.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {chosen.map(option => (
            <li
              key={option.id}
              className="flex max-w-full items-center gap-1 rounded-full border border-line bg-raised py-0.5 pr-1 pl-2.5"
            >
              <span className="truncate">{option.str}</span>
              <button
                type="button"
                disabled={disabled}
                aria-label={t('common.remove', { name: option.str })}
                onClick={() => toggle(option.id)}
                className="grid size-5.5 shrink-0 place-items-center rounded-full text-ink-faint hover:bg-hover hover:text-ink"
              >
                <X size={13} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Popover
        open={open}
        onOpenChange={setOpen}
        label={t('form.pick', { name })}
        fit
        trigger={
          <button
            type="button"
            {...wiring}
            disabled={disabled}
            className="control flex items-center gap-2 text-left"
          >
            <span className="grow truncate text-ink-faint">
              {t('form.pickHint', { name: name.toLowerCase() })}
            </span>
            <ChevronsUpDown size={14} aria-hidden className="shrink-0 text-ink-faint" />
          </button>
        }
      >
        <Options field={field} chosen={ids} onPick={toggle} onClose={() => setOpen(false)} />
      </Popover>
    </div>
  )
}

interface OptionsProps {
  field: Field
  chosen: string[]
  onPick: (id: string) => void
  onClose: () => void
}

function Options({ field, chosen, onPick, onClose }: OptionsProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const model = useModel()
  const target = model.resources[field.target ?? '']
  const [text, setText] = useState('')
  const [creating, setCreating] = useState(false)
  const words = useDeferredValue(text.trim())
  const query = useQuery(optionsQuery(field.target ?? '', words))
  const options = query.data?.results ?? []
  const name = text.trim()
  // Whether it is missing is only known after the response: before that, a new one might be a duplicate.
  const isCurrent = words === name && !query.isPending && !query.isPlaceholderData
  const canCreate =
    !!target?.permissions.add &&
    !target.read_only &&
    name !== '' &&
    !query.isPending &&
    !options.some(option => option.str === name)
  const count = options.length + (canCreate ? 1 : 0)
  const take = (at: number) => {
    const option = options[at]
    if (option) onPick(option.id)
    else if (canCreate) setCreating(true)
  }
  const box = useListbox(count, take, words, isCurrent)
  const label = t('form.pickSearch', { name: target ? labels.plural(target).toLowerCase() : '' })
  return (
    <>
      <input
        {...box.input}
        autoFocus
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={event => setText(event.target.value)}
        className="w-full border-line border-b bg-transparent px-3 py-2 outline-none"
      />
      <div {...box.list} aria-label={label} className="max-h-72 overflow-y-auto p-1">
        {options.map((option, at) => (
          <div
            key={option.id}
            {...box.option(at)}
            className={cn('flex items-center gap-2 rounded-md px-2 py-1.5', at === box.active && 'bg-hover')}
          >
            <span className="min-w-0 grow">
              <span className="block truncate">
                {option.ref_id && <span className="tabular mr-1.5 text-ink-soft">{option.ref_id}</span>}
                {option.str}
              </span>
              {option.folder && (
                <span className="block truncate text-ink-faint text-xs">{option.folder.str}</span>
              )}
            </span>
            {chosen.includes(option.id) && (
              <Check size={15} aria-hidden className="shrink-0 text-accent-text" />
            )}
          </div>
        ))}
        {canCreate && (
          <div
            {...box.option(options.length)}
            className={cn(
              'flex items-center gap-2 rounded-md px-2 py-1.5 text-accent-text',
              options.length === box.active && 'bg-hover',
            )}
          >
            <Plus size={15} aria-hidden />
            <span className="truncate">{t('form.createInPlace', { name })}</span>
          </div>
        )}
      </div>
      {count === 0 && query.isSuccess && <p className="px-3 pb-3 text-ink-soft">{t('form.noOptions')}</p>}
      {creating && target && (
        <Suspense fallback={null}>
          <CreateDialog
            resource={target}
            given={{ [nameField(target)]: name }}
            onClose={() => setCreating(false)}
            onCreated={id => {
              setCreating(false)
              setText('')
              onPick(id)
              onClose()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
