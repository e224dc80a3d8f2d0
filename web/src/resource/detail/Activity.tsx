/** In the side column: the history of an object and its comments, newest first, and a place to comment. */
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import type { Resource, Row } from '@/api/model'
import { useWrite } from '@/api/objects'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { Avatar } from '@/ui/Avatar'
import { Moment } from '@/ui/Moment'
import { Segments } from '@/ui/Segments'
import { Failed, Skeleton } from '@/ui/States'
import { toast } from '@/ui/Toast'
import { useFieldName } from '../journal/Change'
import type { Entry, FieldChange } from '../journal/entry'
import { useActorName } from '../journal/Sentence'
import { inWords } from '../past/difference'
import { CommentItem } from './CommentItem'
import { Composer } from './Composer'
import { type Comment, type Conversation, commentsQuery } from './comments'
import { historyQuery } from './History'

const SHOWN = 8

interface Props {
  resource: Resource
  row: Row
  conversation?: Conversation
  /** An unsent comment; it stays while another tab is open. */
  draft: RefObject<string>
}

type Told = { at: string; comment?: Comment; entry?: Entry }

export function Activity({ resource, row, conversation, draft }: Props) {
  const { t } = useTranslation()
  const [only, setOnly] = useState<'all' | 'comments'>('all')
  const history = useQuery({ ...historyQuery(resource.path, row.id), enabled: resource.history !== false })
  const comments = useQuery({
    ...commentsQuery(conversation?.incoming ?? { resource: '', field: '', label: '' }, row.id),
    enabled: !!conversation,
  })
  const write = useWrite(conversation?.resource.path ?? '')
  const said = comments.data?.results ?? []
  const happened = only === 'all' ? (history.data?.results ?? []) : []
  const all = [
    ...said.map((comment): Told => ({ at: comment.created_at, comment })),
    ...happened.map((entry): Told => ({ at: entry.at, entry })),
  ].sort((a, b) => b.at.localeCompare(a.at))
  // Comments are not hidden behind mere events.
  const shown = only === 'all' ? all.slice(0, Math.max(SHOWN, said.length)) : all
  const pending = history.isLoading || comments.isLoading
  const error = comments.error ?? history.error
  const send = async (body: string) => {
    try {
      await write.mutateAsync({ values: { body, [conversation?.incoming.field ?? '']: row.id } })
      return true
    } catch (problem) {
      toast.bad(problem)
      return false
    }
  }
  const mayWrite = conversation?.resource.permissions.add
  return (
    <section aria-labelledby="activity" className="flex grow flex-col gap-3">
      <div className="flex min-h-8 items-center justify-between gap-3">
        <h2 id="activity" className="text-base">
          {t('detail.activity')}
        </h2>
        {conversation && (
          <Segments
            label={t('detail.activity')}
            value={only}
            onChange={setOnly}
            segments={[
              { value: 'all', label: t('common.all') },
              { value: 'comments', label: t('comments.title'), count: said.length || undefined },
            ]}
          />
        )}
      </div>
      {pending ? (
        <div className="flex flex-col gap-3">
          <Skeleton className="h-4 w-4/5" />
          <Skeleton className="h-4 w-3/5" />
        </div>
      ) : error ? (
        <Failed error={error} retry={() => void (comments.error ? comments : history).refetch()} />
      ) : shown.length === 0 ? (
        <p className="text-ink-soft text-sm">
          {conversation ? t(mayWrite ? 'comments.emptyHelp' : 'comments.empty') : t('detail.noHistory')}
        </p>
      ) : (
        <ol className="flex flex-col gap-3.5">
          {shown.map(one =>
            one.comment && conversation ? (
              <CommentItem key={one.comment.id} resource={conversation.resource} comment={one.comment} />
            ) : one.entry ? (
              <Happening key={one.entry.id} resource={resource} entry={one.entry} />
            ) : null,
          )}
        </ol>
      )}
      {mayWrite && (
        <div className="sticky bottom-0 mt-auto bg-surface pt-2 pb-4">
          <Composer
            label={t('comments.write')}
            verb={t('comments.send')}
            value={draft.current}
            saved=""
            onType={text => {
              draft.current = text
            }}
            onSend={send}
          />
        </div>
      )}
    </section>
  )
}

/** One line: who did what. Of a single field also what it was and is. */
function Happening({ resource, entry }: { resource: Resource; entry: Entry }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const actor = useActorName()
  const name = useFieldName(resource)
  const [first] = entry.changes
  return (
    <li className="flex gap-2.5 text-sm">
      <Avatar name={actor(entry)} size="sm" faded={entry.origin === 'system'} />
      <p className="min-w-0 break-words pt-0.5 text-ink-soft">
        <span className="font-medium text-ink">{actor(entry)}</span>{' '}
        {entry.kind === 'updated' && first && entry.changes.length === 1 ? (
          <OneChange resource={resource} change={first} />
        ) : entry.kind === 'updated' && !first ? (
          t('detail.belongings')
        ) : entry.kind === 'updated' ? (
          t('detail.changed', { fields: entry.changes.map(change => name(change).toLowerCase()).join(', ') })
        ) : (
          t([`history.kinds.${entry.kind}`, 'history.kinds.other'], { kind: labels.part(entry.kind) })
        )}
        {'\u00a0· '}
        <Moment at={entry.at} />
      </p>
    </li>
  )
}

const LONG = 80

function OneChange({ resource, change }: { resource: Resource; change: FieldChange }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const name = useFieldName(resource)(change).toLowerCase()
  const field = resource.fields.find(one => one.name === change.field)
  const names = (refs: { str: string }[]) => refs.map(ref => ref.str).join(', ')
  if (change.added?.length || change.removed?.length) {
    const parts = [
      change.added?.length ? t('detail.addedTo', { names: names(change.added), name }) : '',
      change.removed?.length ? t('detail.removedFrom', { names: names(change.removed), name }) : '',
    ]
    return parts.filter(Boolean).join(', ')
  }
  const words = (value: unknown) => (field ? inWords(resource, field, value, labels, t) : '')
  const [before, after] = [words(change.before), words(change.after)]
  if (!field || field.kind === 'json' || before.length > LONG || after.length > LONG)
    return t('detail.changed', { fields: name })
  if (!after) return t('detail.cleared', { name })
  return before ? t('detail.changedFrom', { name, before, after }) : t('detail.setTo', { name, after })
}
