/** What the person wants to add in their own words, saved while they type. */
import { useId, useSyncExternalStore } from 'react'
import type { Row } from '@/api/model'
import { useTranslation } from '@/i18n/react'
import { Problem } from '@/questions/Problem'
import { currentVersion, entryOf, flush, put, shownFor, subscribe } from '@/questions/saver'
import { fieldKey, fieldSubject } from '@/questions/subjects'
import { Text } from '../requirements/Text'

export function Note({ row, editable }: { row: Row; editable: boolean }) {
  const { t } = useTranslation()
  const id = useId()
  useSyncExternalStore(subscribe, currentVersion)
  const told = typeof row.observation === 'string' ? row.observation : null
  const key = fieldKey(row.id, 'observation')
  const shown = shownFor(key, told)
  const entry = entryOf(key)
  if (!editable)
    return told ? (
      <div>
        <p className="font-medium">{t('respond.note')}</p>
        <Text text={told} />
      </div>
    ) : null
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-medium text-lg">
        {t('respond.note')} <span className="font-normal text-ink-soft text-sm">{t('respond.optional')}</span>
      </label>
      <textarea
        id={id}
        rows={2}
        value={typeof shown === 'string' ? shown : ''}
        onChange={event => put(fieldSubject(row.id, 'observation'), told, event.target.value || null)}
        onBlur={() => flush(row.id)}
        className="control field-sizing-content max-h-96 min-h-12 resize-y px-3.5 py-3 text-lg"
      />
      {entry && <Problem entry={entry} theirs={String(entry.theirs ?? '')} />}
    </div>
  )
}
