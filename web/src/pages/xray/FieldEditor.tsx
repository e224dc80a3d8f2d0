/** Edits one field of one record where it was found, with the control that its form has. */
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Field, Resource, Row } from '@/api/model'
import { objectQuery } from '@/api/objects'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { Control } from '@/resource/form/Control'
import { read } from '@/resource/list/CellEditor'
import { useInlineEdit } from '@/resource/list/useInlineEdit'
import { Button } from '@/ui/Button'
import { FormField } from '@/ui/Field'
import { Failed, Skeleton } from '@/ui/States'
import { RatingLevel, scaleOf } from './RatingLevel'

interface Props {
  resource: Resource
  id: string
  field: Field
  onClose: () => void
}

export function FieldEditor(props: Props) {
  const object = useQuery(objectQuery(props.resource.path, props.id))
  if (object.data) return <Form {...props} row={object.data.data} />
  return object.error ? (
    <Failed error={object.error} retry={() => void object.refetch()} />
  ) : (
    <Skeleton className="my-2 h-16 w-full" />
  )
}

function Form({ resource, field, onClose, row }: Props & { row: Row }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { save } = useInlineEdit(resource)
  const [value, setValue] = useState<unknown>(row[field.name] ?? (field.kind === 'many' ? [] : null))
  const scale = scaleOf(resource.path, field.name)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const first = form.current?.querySelector<HTMLElement>('input, select, textarea, button')
    first?.focus({ preventScroll: true })
    form.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onClose()
    save(row, field, typeof value === 'string' ? read(field, value) : value)
  }
  return (
    <form
      ref={form}
      onSubmit={submit}
      onKeyDown={event => {
        if (event.key === 'Escape') {
          event.stopPropagation()
          onClose()
        }
      }}
      className="flex max-w-xl flex-col gap-3 pt-1 pb-2"
    >
      <FormField
        label={labels.field(resource, field)}
        help={scale ? undefined : labels.help(resource, field)}
      >
        {scale ? (
          <RatingLevel id={row.id} scale={scale} value={value} onChange={setValue} />
        ) : (
          <Control resource={resource} field={field} value={value} onChange={setValue} />
        )}
      </FormField>
      <div className="flex gap-2">
        <Button look="primary" size="sm" type="submit" className="max-sm:h-11 max-sm:px-4">
          {t('common.save')}
        </Button>
        <Button size="sm" className="max-sm:h-11 max-sm:px-4" onClick={onClose}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  )
}
