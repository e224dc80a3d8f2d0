import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { formatDateTime, formatTime } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import type { Entry } from '@/resource/journal/entry'
import { Sentence, useActorName } from '@/resource/journal/Sentence'
import { Avatar } from '@/ui/Avatar'
import { cn } from '@/ui/cn'
import { EntryDetails } from './EntryDetails'

interface Props {
  entry: Entry
  /** Shows only entries that share something with this one. */
  onNarrow: (change: Record<string, string | undefined>) => void
}

/** One entry: a sentence, and its details on demand. */
const WARNINGS = new Set(['sign_in_failed', 'token_refused', 'address_refused'])

export function LogLine({ entry, onNarrow }: Props) {
  const { t } = useTranslation()
  const actor = useActorName()
  const [open, setOpen] = useState(false)
  const id = useId()
  const isWarning = WARNINGS.has(entry.kind)
  return (
    <li className={cn('first:rounded-t-lg last:rounded-b-lg', open && 'bg-surface')}>
      <div className="flex items-start gap-2.5 px-3 py-2.5 sm:gap-3">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          aria-label={t('log.details', {
            name: entry.object?.str ?? actor(entry),
            time: formatTime(entry.at),
          })}
          onClick={() => setOpen(!open)}
          className="grid size-6 shrink-0 place-items-center rounded-md text-ink-faint hover:bg-hover hover:text-ink"
        >
          <ChevronRight size={16} aria-hidden className={cn('transition-transform', open && 'rotate-90')} />
        </button>
        <Avatar name={actor(entry)} size="sm" faded={entry.origin === 'system'} />
        <p className={cn('min-w-0 grow break-words pt-px', isWarning && 'text-bad')}>
          <Sentence entry={entry} />
        </p>
        <time
          dateTime={entry.at}
          title={formatDateTime(entry.at)}
          className="tabular shrink-0 pt-px text-ink-soft text-sm"
        >
          {formatTime(entry.at)}
        </time>
      </div>
      {open && (
        <div id={id} className="flex flex-col gap-4 px-4 pt-1 pb-4 sm:pl-12">
          <EntryDetails entry={entry} onNarrow={onNarrow} />
        </div>
      )}
    </li>
  )
}
