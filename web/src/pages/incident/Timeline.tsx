/** What happened in an incident, and when: the newest first. Changes of its status and severity are noted by the server. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Ellipsis, Eye, type LucideIcon, Pencil, Plus, Radar, Shuffle, Trash2, Wrench } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { field, isRef, type Ref, type Resource, type Row, useModel } from '@/api/model'
import { pageQuery } from '@/api/objects'
import { may, useUser } from '@/api/user'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { to } from '@/resource/address'
import { QUIET, Section } from '@/resource/detail/Section'
import { RemoveDialog } from '@/resource/RemoveDialog'
import { Button } from '@/ui/Button'
import { Menu } from '@/ui/Menu'
import { Moment } from '@/ui/Moment'
import { Failed, Skeleton } from '@/ui/States'
import type { DetailProps } from '..'

const Markdown = lazy(() => import('@/resource/value/Markdown'))
const CreateDialog = lazy(() => import('@/resource/form/CreateDialog'))
const EditDialog = lazy(() => import('@/resource/form/EditDialog'))

const ENTRIES = 'timeline-entries'
/** More than anyone notes; a list of its own has the rest. */
const MOST = 500

const ICONS: Record<string, LucideIcon> = {
  detection: Radar,
  mitigation: Wrench,
  observation: Eye,
  severity_changed: Shuffle,
  status_changed: Shuffle,
}

interface Entry extends Row {
  entry: string
  entry_type: string
  timestamp: string
  author: Ref | null
  observation: string | null
  evidences: Ref[]
}

export default function Timeline({ row }: DetailProps) {
  const { t } = useTranslation()
  const user = useUser()
  const entries = useModel().resources[ENTRIES]
  const found = useQuery({
    ...pageQuery<Entry>(ENTRIES, { incident: row.id, ordering: '-timestamp' }, 0, MOST),
    enabled: !!entries,
  })
  const [adding, setAdding] = useState(false)
  if (!entries) return null
  const folder = isRef(row.folder) ? row.folder.id : undefined
  const mayAdd = entries.permissions.add && !entries.read_only && may(user, `add_${entries.model}`, folder)
  return (
    <Section
      title={t('incident.timeline')}
      action={
        mayAdd && (
          <button type="button" className={QUIET} onClick={() => setAdding(true)}>
            <Plus size={14} aria-hidden /> {t('incident.add')}
          </button>
        )
      }
    >
      {found.error ? (
        <Failed error={found.error} retry={() => void found.refetch()} />
      ) : !found.data ? (
        <Skeleton className="mt-2 h-24 w-full" />
      ) : found.data.results.length === 0 ? (
        <p className="border-line border-t py-2 text-ink-soft text-sm">{t('incident.empty')}</p>
      ) : (
        <ol className="mt-2">
          {found.data.results.map(entry => (
            <Item key={entry.id} resource={entries} entry={entry} folder={folder} />
          ))}
        </ol>
      )}
      {adding && (
        <Suspense>
          <CreateDialog
            resource={entries}
            given={{ incident: row.id }}
            onClose={() => setAdding(false)}
            onCreated={() => setAdding(false)}
          />
        </Suspense>
      )}
    </Section>
  )
}

function Item({ resource, entry, folder }: { resource: Resource; entry: Entry; folder?: string }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const user = useUser()
  const [editing, setEditing] = useState(false)
  const [removing, setRemoving] = useState(false)
  const Icon = ICONS[entry.entry_type] ?? Eye
  const kind = field(resource, 'entry_type')
  const choice = kind?.choices?.find(one => one.key === entry.entry_type)
  const allows = (verb: 'change' | 'delete') =>
    resource.permissions[verb] && !resource.read_only && may(user, `${verb}_${resource.model}`, folder)
  const items = [
    allows('change') && {
      label: t('common.edit'),
      icon: <Pencil />,
      run: () => setEditing(true),
    },
    allows('delete') && {
      label: t('common.delete'),
      icon: <Trash2 />,
      danger: true,
      run: () => setRemoving(true),
    },
  ]
  return (
    <li className="group/entry relative flex gap-3 pb-5 last:pb-0">
      <span
        aria-hidden
        className="absolute top-7 bottom-0 left-3.5 w-px -translate-x-1/2 bg-line group-last/entry:hidden"
      />
      <span className="grid size-7 shrink-0 place-items-center rounded-full border border-line bg-raised text-ink-soft">
        <Icon size={14} aria-hidden />
      </span>
      <article className="min-w-0 grow text-sm">
        <header className="flex min-h-7 items-start gap-x-2 text-ink-soft">
          {/* No line begins with a dot: it stays with what is before it. */}
          <span className="min-w-0 grow py-1">
            <Moment at={entry.timestamp} exact />
            {kind && choice && `\u00a0· ${labels.choice(resource, kind, choice)}`}
            {entry.author && `\u00a0· ${entry.author.str}`}
          </span>
          {items.some(Boolean) && (
            <span data-no-print className="shrink-0">
              <Menu items={items}>
                <Button look="quiet" size="sm" icon={<Ellipsis size={15} />} label={t('incident.more')} />
              </Menu>
            </span>
          )}
        </header>
        <p className="break-words font-medium">{entry.entry}</p>
        {entry.observation && (
          <div className="mt-1 min-w-0 break-words text-ink-soft">
            <Suspense fallback={<p className="whitespace-pre-wrap">{entry.observation}</p>}>
              <Markdown text={entry.observation} />
            </Suspense>
          </div>
        )}
        {entry.evidences.length > 0 && (
          <p className="mt-1 flex flex-wrap gap-x-3">
            {entry.evidences.map(one => (
              <Link key={one.id} to={to.item('evidences', one.id)} className={QUIET}>
                {one.str}
              </Link>
            ))}
          </p>
        )}
      </article>
      {editing && (
        <Suspense>
          <EditDialog
            resource={resource}
            id={entry.id}
            title={t('incident.edit')}
            onClose={() => setEditing(false)}
          />
        </Suspense>
      )}
      {removing && <RemoveDialog resource={resource} row={entry} onClose={() => setRemoving(false)} />}
    </li>
  )
}
