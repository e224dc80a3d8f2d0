/** Assigns work to someone else. The people in charge of a task are those of all its occurrences. */
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { type Field, field, type Resource, type Row, useModel } from '@/api/model'
import { itemQuery } from '@/api/objects'
import { useTranslation } from '@/i18n/react'
import { rawValue, useInlineEdit } from '@/resource/list/useInlineEdit'
import { toast } from '@/ui/Toast'
import type { assignment } from './deeds'

const ValueDialog = lazy(() => import('@/resource/list/ValueDialog'))

interface Props {
  name: string
  target: NonNullable<ReturnType<typeof assignment>>
  onClose: () => void
}

export default function Handover({ name, target, onClose }: Props) {
  const resource = useModel().resources[target.resource]
  const found = useQuery({ ...itemQuery(target.resource, target.id), staleTime: 0 })
  useEffect(() => {
    if (!found.error) return
    toast.bad(found.error)
    onClose()
  }, [found.error, onClose])
  const wanted = resource && field(resource, target.field)
  if (!resource || !wanted || !found.data) return null
  return <Opened name={name} row={found.data} resource={resource} field={wanted} onClose={onClose} />
}

interface OpenedProps {
  name: string
  row: Row
  resource: Resource
  field: Field
  onClose: () => void
}

function Opened({ name, row, resource, field, onClose }: OpenedProps) {
  const { t } = useTranslation()
  const { save } = useInlineEdit(resource)
  return (
    <Suspense>
      <ValueDialog
        resource={resource}
        field={field}
        title={t('myWork.assignIt', { name })}
        value={rawValue(row[field.name])}
        note={resource.path === 'task-templates' && row.is_recurrent ? t('myWork.allOccurrences') : undefined}
        onClose={onClose}
        onApply={value => {
          onClose()
          save(row, field, value)
        }}
      />
    </Suspense>
  )
}
