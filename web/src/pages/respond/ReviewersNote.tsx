import { formatDate } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { Callout } from '@/ui/Callout'
import { type Assignment, reviewersNote } from './api'

/** What has to change before it is accepted. */
export function ReviewersNote({ assignment }: { assignment: Assignment }) {
  const { t } = useTranslation()
  const note = reviewersNote(assignment)
  if (!note) return null
  return (
    <Callout tone="warn" title={t('respond.changesRequested', { date: formatDate(note.created_at) })}>
      <p className="whitespace-pre-wrap">{note.event_notes}</p>
    </Callout>
  )
}
