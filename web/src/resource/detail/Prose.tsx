/** A text for reading, with a way to edit it. */
import { useState } from 'react'
import type { Field, Resource, Row } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { differs } from '../past/difference'
import { Marked } from '../past/Marked'
import { Value } from '../value/Value'
import { isBlank } from './arrange'
import { canEdit, FieldDialog } from './Editable'
import { QUIET, Section } from './Section'

interface Props {
  resource: Resource
  row: Row
  now?: Row | null
  field: Field
}

/** A missing description is pointed out; other texts are not. */
export const isTold = ({ resource, row, now, field }: Props) =>
  !isBlank(row[field.name]) ||
  differs(field, row, now) ||
  (field.name === 'description' && canEdit(resource, row, field))

export function Prose({ resource, row, now, field }: Props) {
  const { t } = useTranslation()
  const labels = useLabels()
  const [editing, setEditing] = useState(false)
  const blank = isBlank(row[field.name])
  const editable = canEdit(resource, row, field)
  if (!isTold({ resource, row, now, field })) return null
  const label = labels.field(resource, field)
  const edit = (
    <button type="button" className={QUIET} onClick={() => setEditing(true)}>
      {t(blank ? 'detail.add' : 'common.edit')} <span className="sr-only">{label}</span>
    </button>
  )
  return (
    <Section title={label} action={editable && edit}>
      <div className="max-w-[66ch] leading-6">
        <Marked resource={resource} field={field} row={row} now={now}>
          {blank ? (
            <p className="text-ink-soft">{t('detail.noDescription')}</p>
          ) : (
            <Value resource={resource} field={field} value={row[field.name]} />
          )}
        </Marked>
      </div>
      {editing && (
        <FieldDialog resource={resource} row={row} field={field} onClose={() => setEditing(false)} />
      )}
    </Section>
  )
}
