import { ChevronRight, ListFilter } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { field, useModel } from '@/api/model'
import { formatDateTime, formatTime } from '@/i18n/format'
import { useLabels } from '@/i18n/labels'
import { Changes } from '@/resource/journal/Change'
import { type Entry, LOG } from '@/resource/journal/entry'
import { Sentence, useActorName } from '@/resource/journal/Sentence'
import { isEmpty, Structure } from '@/resource/value/Value'
import { Avatar } from '@/ui/Avatar'
import { Button } from '@/ui/Button'
import { CopyButton } from '@/ui/CopyButton'
import { cn } from '@/ui/cn'
import { EntryProof } from './EntryProof'

interface Props {
  entry: Entry
  /** Shows only entries that share something with this one. */
  onNarrow: (change: Record<string, string | undefined>) => void
}

/** One entry: a sentence, and all there is to know of it on demand. */
export function LogLine({ entry, onNarrow }: Props) {
  const { t } = useTranslation()
  const actor = useActorName()
  const [open, setOpen] = useState(false)
  const id = useId()
  const isWarning = entry.kind === 'sign_in_failed' || entry.kind === 'token_refused'
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
          <Details entry={entry} onNarrow={onNarrow} />
        </div>
      )}
    </li>
  )
}

function Details({ entry, onNarrow }: Props) {
  const { t } = useTranslation()
  const labels = useLabels()
  const model = useModel()
  const log = model.resources[LOG]
  const origins = log && field(log, 'origin')
  const origin = origins?.choices?.find(choice => choice.key === entry.origin)
  const resource = model.resources[entry.object?.resource ?? '']
  return (
    <>
      {entry.changes?.length > 0 && <Changes resource={resource} kind={entry.kind} changes={entry.changes} />}
      {!isEmpty(entry.detail) && <Structure value={entry.detail} />}
      <dl className="grid gap-x-8 gap-y-2 border-line border-t pt-3 text-sm sm:grid-cols-2">
        <Fact label={t('log.when')}>
          {formatDateTime(entry.at)} <span className="text-ink-faint">({entry.at})</span>
        </Fact>
        <Fact label={t('log.where')}>{entry.folder?.str}</Fact>
        <Fact label={t('log.way')}>
          {log && origins && origin ? labels.choice(log, origins, origin) : entry.origin}
          {entry.token && ` · ${entry.token.str}`}
        </Fact>
        <Fact label={t('log.address')}>{entry.address}</Fact>
        <Fact label={t('log.number')}>
          <span className="tabular">{entry.seq}</span>
        </Fact>
        {entry.request && (
          <Fact label={t('log.request')}>
            <span className="inline-flex items-center gap-1">
              <code className="font-mono text-xs">{entry.request}</code>
              <CopyButton text={entry.request} label={t('log.copyRequest')} />
            </span>
          </Fact>
        )}
      </dl>
      <div data-no-print className="flex flex-wrap gap-2">
        {entry.object && (
          <Button
            size="sm"
            icon={<ListFilter size={14} aria-hidden />}
            onClick={() => onNarrow({ object: entry.object?.id })}
          >
            {t('log.onlyThis')}
          </Button>
        )}
        {entry.request && (
          <Button
            size="sm"
            icon={<ListFilter size={14} aria-hidden />}
            onClick={() => onNarrow({ request__icontains: entry.request ?? undefined })}
          >
            {t('log.sameRequest')}
          </Button>
        )}
      </div>
      <EntryProof seq={entry.seq} />
    </>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  if (!children) return null
  return (
    <div className="flex min-w-0 gap-2">
      <dt className="w-24 shrink-0 text-ink-soft">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  )
}
