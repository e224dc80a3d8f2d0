/** All details of an entry: the changes, where they came from, the request, and its proof. */
import { Link2, ListFilter } from 'lucide-react'
import type { ReactNode } from 'react'
import { field, useModel } from '@/api/model'
import { formatDateTime } from '@/i18n/format'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { Changes } from '@/resource/journal/Change'
import { type Entry, LOG } from '@/resource/journal/entry'
import { isEmpty, Structure } from '@/resource/value/Value'
import { Button, ButtonLink } from '@/ui/Button'
import { CopyButton } from '@/ui/CopyButton'
import { EntryProof } from './EntryProof'

interface Props {
  entry: Entry
  /** Shows only entries that share something with this one. */
  onNarrow?: (change: Record<string, string | undefined>) => void
}

export function EntryDetails({ entry, onNarrow }: Props) {
  const { t } = useTranslation()
  const labels = useLabels()
  const model = useModel()
  const log = model.resources[LOG]
  const origins = log && field(log, 'origin')
  const origin = origins?.choices?.find(choice => choice.key === entry.origin)
  const resource = model.resources[entry.object?.resource ?? '']
  return (
    <>
      {entry.changes?.length > 0 && (
        <Changes resource={resource} id={entry.object?.id} kind={entry.kind} changes={entry.changes} />
      )}
      {!isEmpty(entry.detail) && <Structure value={entry.detail} />}
      <dl className="grid gap-x-8 gap-y-2 border-line border-t pt-3 text-sm sm:grid-cols-2">
        <Fact label={t('log.when')}>
          {formatDateTime(entry.at)} <span className="tabular text-ink-faint">({exactTime(entry.at)})</span>
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
        {onNarrow && entry.object && (
          <Button
            size="sm"
            icon={<ListFilter size={14} aria-hidden />}
            onClick={() => onNarrow({ object: entry.object?.id })}
          >
            {t('log.onlyThis')}
          </Button>
        )}
        {onNarrow && entry.request && (
          <Button
            size="sm"
            icon={<ListFilter size={14} aria-hidden />}
            onClick={() => onNarrow({ request__icontains: entry.request ?? undefined })}
          >
            {t('log.sameRequest')}
          </Button>
        )}
        {onNarrow && (
          <ButtonLink size="sm" to={`/${LOG}/${entry.id}`} icon={<Link2 size={14} aria-hidden />}>
            {t('log.open')}
          </ButtonLink>
        )}
      </div>
      <EntryProof seq={entry.seq} />
    </>
  )
}

/** To the last digit, in the one zone that all entries share. */
const exactTime = (at: string) => `${at.slice(11).replace('Z', '')} UTC`

function Fact({ label, children }: { label: string; children: ReactNode }) {
  if (!children) return null
  return (
    <div className="flex min-w-0 gap-2">
      <dt className="w-24 shrink-0 text-ink-soft">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  )
}
