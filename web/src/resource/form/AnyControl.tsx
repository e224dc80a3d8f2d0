/** Picks an object of any resource that the field accepts: first the resource, then the object. */
import { useQueries } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useModel } from '@/api/model'
import { optionsQuery } from '@/api/objects'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import type { ControlProps } from './Control'
import { ReferenceControl } from './ReferenceControl'

/** The resource of an object: a form only knows its id. */
function useResourceOf(targets: string[], id: string | null): string | undefined {
  const found = useQueries({
    queries: targets.map(path => ({ ...optionsQuery(path, '', { id: id ?? '', limit: 1 }), enabled: !!id })),
  })
  return id ? targets.find((_, at) => found[at]?.data?.results.some(option => option.id === id)) : undefined
}

export function AnyControl(props: ControlProps) {
  const { field, value, onChange, disabled } = props
  const { t } = useTranslation()
  const labels = useLabels()
  const model = useModel()
  const label = useId()
  const [picked, setPicked] = useState<string>()
  const targets = (field.targets ?? []).filter(path => model.resources[path])
  const id = typeof value === 'string' && value ? value : null
  const known = useResourceOf(targets, id)
  const target = picked ?? known ?? ''
  if (targets.length === 0) return <p className="text-ink-soft">{t('form.mayNotSee')}</p>
  return (
    <div className="grid grid-cols-[minmax(8rem,1fr)_minmax(0,2fr)] gap-1.5">
      <label className="sr-only" htmlFor={label}>
        {t('form.kindOfObject')}
      </label>
      <select
        id={label}
        className="control"
        disabled={disabled}
        value={target}
        onChange={event => {
          setPicked(event.target.value)
          onChange(null)
        }}
      >
        <option value="">{t('form.kindOfObject')}</option>
        {targets.map(path => {
          const resource = model.resources[path]
          return (
            <option key={path} value={path}>
              {resource ? labels.name(resource) : path}
            </option>
          )
        })}
      </select>
      <ReferenceControl
        {...props}
        disabled={disabled || !target}
        field={{ ...field, target: target || undefined, options: true }}
      />
    </div>
  )
}
