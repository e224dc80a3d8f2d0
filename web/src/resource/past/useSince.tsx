/** The changes since, for something whose values are shown together: a card, a timeline, a map. */
import { useCallback } from 'react'
import type { Resource, Row } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { columns } from '../columns'
import { differs, inWords } from './difference'
import { DeletedSince, MARK } from './Marked'

export interface Since {
  deleted: boolean
  /** One line for each value that is different now. */
  lines: string[]
}

/** How a value that is different now is told beside others: it needs its name. */
export function useNamedNow() {
  const { t } = useTranslation()
  return useCallback(
    (name: string, value: string) =>
      value ? t('time.fieldNow', { name, value }) : t('time.fieldNowEmpty', { name }),
    [t],
  )
}

/** Of an object of which these fields are shown; undefined where nothing is different. */
export function useSince(resource: Resource, shown: readonly string[]) {
  const { t } = useTranslation()
  const labels = useLabels()
  const named = useNamedNow()
  return useCallback(
    (row: Row, now: Row | null | undefined): Since | undefined => {
      if (now === null) return { deleted: true, lines: [t('time.deletedSince')] }
      const lines = columns(resource)
        .filter(field => shown.includes(field.name) && differs(field, row, now))
        .map(field =>
          named(labels.field(resource, field), inWords(resource, field, now?.[field.name], labels, t)),
        )
      return lines.length > 0 ? { deleted: false, lines } : undefined
    },
    [resource, shown, t, labels, named],
  )
}

/** The mark in words, where there is room for a line. */
export function SinceLine({ since }: { since: Since | undefined }) {
  if (!since) return null
  if (since.deleted)
    return (
      <p data-changed className="mt-2">
        <DeletedSince />
      </p>
    )
  return (
    <p data-changed title={since.lines.join('\n')} className={`${MARK} mt-2 text-info text-sm`}>
      {since.lines.map(line => (
        <span key={line} className="block truncate">
          {line}
        </span>
      ))}
    </p>
  )
}
