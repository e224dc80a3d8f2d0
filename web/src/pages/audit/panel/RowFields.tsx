/** Short values of the row: how far the work is, when it is due, what kind of finding it is. */

import type { Row } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { isBlank } from '@/resource/detail/arrange'
import { Editable } from '@/resource/detail/Editable'
import { Value } from '@/resource/value/Value'
import { useWork } from '../work'
import { Part } from './Part'

/** Fields that an audit can turn on, with the value that says so. */
const OPTIONAL: Record<string, string> = {
  status: 'progress_status_enabled',
  extended_result: 'extended_result_enabled',
  documentation_score: 'show_documentation_score',
}
const NAMES = ['status', 'extended_result', 'documentation_score', 'target_score', 'eta', 'due_date']

export function RowFields({ row }: { row: Row }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { rows, editable, audit } = useWork()
  const shown = NAMES.flatMap(name => {
    const field = rows.fields.find(one => one.name === name)
    const switched = OPTIONAL[name]
    if (!field || (switched && audit[switched] === false)) return []
    return isBlank(row[name]) && !(editable && switched) ? [] : [field]
  })
  if (shown.length === 0) return null
  return (
    <Part title={t('audit.work')}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        {shown.map(field => {
          const value = <Value resource={rows} field={field} value={row[field.name]} short />
          return (
            <div key={field.name} className="contents">
              <dt className="py-0.5 text-ink-soft">{labels.field(rows, field)}</dt>
              <dd className="min-w-0 py-0.5">
                {editable ? (
                  <Editable resource={rows} row={row} field={field}>
                    {value}
                  </Editable>
                ) : (
                  value
                )}
              </dd>
            </div>
          )
        })}
      </dl>
    </Part>
  )
}
