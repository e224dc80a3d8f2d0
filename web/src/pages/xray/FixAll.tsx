/** Asks before many records are changed: which, and how they will be afterwards. */

import { field, type Resource } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { isEmpty, Value } from '@/resource/value/Value'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { Inline } from '@/ui/Inline'
import type { Check, Fix } from './api'

const NAMED = 5
/** A score that nobody has given. */
const UNRATED = -1

interface Props {
  resource: Resource
  check: Check
  fix: Exclude<Fix, { kind: 'edit' }>
  onClose: () => void
  onConfirm: () => void
}

export function FixAll({ resource, check, fix, onClose, onConfirm }: Props) {
  const { t } = useTranslation()
  const labels = useLabels()
  const action =
    fix.kind === 'action' ? resource.actions.find(action => action.name === fix.action) : undefined
  const named = check.objects.slice(0, NAMED)
  const unnamed = check.count - named.length
  return (
    <ConfirmDialog
      title={fix.label}
      verb={t('xray.fixAll', { count: check.count })}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <div className="flex flex-col gap-3">
        <p>{t('xray.changes', { count: check.count, kind: labels.plural(resource).toLowerCase() })}</p>
        {fix.kind === 'set' && (
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 rounded-md bg-sunken px-3 py-2">
            {Object.entries(fix.fields).map(([name, value]) => {
              const known = field(resource, name)
              return (
                <div key={name} className="contents">
                  <dt className="text-ink-soft">
                    {known ? labels.field(resource, known) : labels.part(name)}
                  </dt>
                  <dd className="min-w-0 break-words">
                    {isEmpty(value) || value === UNRATED ? (
                      t('form.notSet')
                    ) : known ? (
                      <Value resource={resource} field={known} value={value} />
                    ) : (
                      String(value)
                    )}
                  </dd>
                </div>
              )
            })}
          </dl>
        )}
        {action && (
          <p className="rounded-md bg-sunken px-3 py-2">
            <Inline text={labels.help(resource, action)} />
          </p>
        )}
        <ul className="list-disc pl-5">
          {named.map(one => (
            <li key={one.id} className="break-words">
              {one.str}
            </li>
          ))}
          {unnamed > 0 && <li className="text-ink-soft">{t('xray.more', { count: unnamed })}</li>}
        </ul>
        <p className="text-ink-soft">{t(fix.kind === 'set' ? 'list.bulk.undoable' : 'xray.fromHistory')}</p>
      </div>
    </ConfirmDialog>
  )
}
