import type { Resource } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { Dialog } from '@/ui/Dialog'
import { ResourceForm } from './ResourceForm'

interface Props {
  resource: Resource
  given: Record<string, unknown>
  onClose: () => void
  onCreated: (id: string) => void
}

/** Creates an object without leaving the form that needs it. */
export default function CreateDialog({ resource, given, onClose, onCreated }: Props) {
  const { t } = useTranslation()
  const labels = useLabels()
  return (
    <Dialog open onClose={onClose} size="lg" title={t('form.newTitle', { name: labels.one(resource) })}>
      <ResourceForm resource={resource} given={given} onSaved={row => onCreated(row.id)} onCancel={onClose} />
    </Dialog>
  )
}
