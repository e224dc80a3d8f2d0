/** Values that are tables or structures; empty ones are left out. */
import { useState } from 'react'
import type { Resource, Row } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import type { Column } from '../columns'
import { differs } from '../past/difference'
import { Marked } from '../past/Marked'
import { Value } from '../value/Value'
import { tells } from './arrange'
import { canEdit, FieldDialog } from './Editable'
import { QUIET, Section } from './Section'

interface Props {
  resource: Resource
  row: Row
  now?: Row | null
  fields: Column[]
}

export function Structures({ resource, row, now, fields }: Props) {
  return fields
    .filter(field => tells(row[field.name]) || differs(field, row, now))
    .map(field => <Structured key={field.name} resource={resource} row={row} now={now} field={field} />)
}

function Structured({ resource, row, now, field }: Omit<Props, 'fields'> & { field: Column }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const [editing, setEditing] = useState(false)
  const label = labels.field(resource, field)
  const editable = canEdit(resource, row, field)
  return (
    <Section
      title={label}
      action={
        editable && (
          <button type="button" className={QUIET} onClick={() => setEditing(true)}>
            {t('common.edit')} <span className="sr-only">{label}</span>
          </button>
        )
      }
    >
      <div className="mt-1">
        <Marked resource={resource} field={field} row={row} now={now}>
          <Value resource={resource} field={field} value={row[field.name]} />
        </Marked>
      </div>
      {editing && editable && (
        <FieldDialog resource={resource} row={row} field={field} onClose={() => setEditing(false)} />
      )}
    </Section>
  )
}
