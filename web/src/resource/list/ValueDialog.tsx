/** The new value of one field for many rows, or of one relation of one row. */
import { useState } from 'react'
import type { Field, Resource } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { FormField } from '@/ui/Field'
import { Control } from '../form/Control'

interface Props {
  resource: Resource
  field: Field
  title: string
  value?: unknown
  /** What else to know, such as how many it changes. */
  note?: string
  onClose: () => void
  onApply: (value: unknown) => void
}

export default function ValueDialog(props: Props) {
  const { resource, field, title, value: before, note, onClose, onApply } = props
  const { t } = useTranslation()
  const labels = useLabels()
  const empty = field.kind === 'many' ? [] : field.kind === 'boolean' ? false : null
  const [value, setValue] = useState<unknown>(before ?? empty)
  const isMissing = value === null && (field.required || !field.nullable)
  return (
    <Dialog
      open
      onClose={onClose}
      size={field.kind === 'markdown' || field.kind === 'json' ? 'md' : 'sm'}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" disabled={isMissing} onClick={() => onApply(value)}>
            {t('common.apply')}
          </Button>
        </>
      }
    >
      {note && <p className="mb-3 text-ink-soft">{note}</p>}
      <FormField label={labels.field(resource, field)} help={labels.help(resource, field)}>
        <Control resource={resource} field={field} value={value} onChange={setValue} />
      </FormField>
    </Dialog>
  )
}
