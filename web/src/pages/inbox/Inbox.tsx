/** The inbox: what a person was told, what is new first. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import {
  AtSign,
  BellRing,
  CalendarClock,
  CheckCheck,
  Gavel,
  Hourglass,
  type LucideIcon,
  Mail,
  MailOpen,
  Radar,
  SlidersHorizontal,
  TriangleAlert,
  UserRoundCheck,
} from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { request } from '@/api/client'
import { useModel } from '@/api/model'
import { pageQuery } from '@/api/objects'
import { useInterface } from '@/api/user'
import { formatNumber, formatShortDay } from '@/i18n/format'
import { spoken, useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { isFree, letter } from '@/shell/keys/keys'
import { PageHeader } from '@/shell/PageHeader'
import { Button, ButtonLink } from '@/ui/Button'
import { cn } from '@/ui/cn'
import { Moment } from '@/ui/Moment'
import { Segments } from '@/ui/Segments'
import { Empty, Failed, Loading } from '@/ui/States'
import { toast } from '@/ui/Toast'
import { type Notification, placeOf, sentenceOf } from './notification'

const ICONS: Record<string, LucideIcon> = {
  assigned: UserRoundCheck,
  mention: AtSign,
  decision: Gavel,
  rule: Radar,
  due: CalendarClock,
  overdue: TriangleAlert,
}
const UNREAD = 100
const READ = 50

/** Marks as read or unread, and all at once. Lists and the bell are asked again. */
function useMarking() {
  const client = useQueryClient()
  const send = useMutation({
    mutationFn: ({ path, body = {} }: { path: string; body?: Record<string, unknown> }) =>
      request(`notifications/${path}/`, { method: 'POST', body, keepalive: true }),
    onError: toast.bad,
    onSettled: () => client.invalidateQueries({ queryKey: ['list', 'notifications'] }),
  })
  return {
    mark: (one: Notification, isRead: boolean) =>
      send.mutate({ path: `${one.id}/${isRead ? 'read' : 'mark-unread'}` }),
    // What arrives meanwhile stays new.
    markAll: (until: string) => send.mutate({ path: 'read-all', body: { until } }),
    isBusy: send.isPending,
  }
}

export default function Inbox() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as { show?: string }
  const onlyNew = search.show === 'unread'
  const unread = useQuery(pageQuery<Notification>('notifications', { read_at__isnull: 'true' }, 0, UNREAD))
  const read = useQuery({
    ...pageQuery<Notification>('notifications', { read_at__isnull: 'false' }, 0, READ),
    enabled: !onlyNew,
  })
  const { mark, markAll, isBusy } = useMarking()
  const fresh = unread.data?.results ?? []
  const old = onlyNew ? [] : (read.data?.results ?? [])
  const all = [...fresh, ...old]
  const list = useRef<HTMLDivElement>(null)
  useInboxKeys(list, id => {
    const one = all.find(row => row.id === id)
    if (one) mark(one, one.read_at === null)
  })
  const error = unread.error ?? read.error
  const isPending = unread.isPending || (!onlyNew && read.isPending)
  return (
    <div className="w-full max-w-4xl pb-12">
      <PageHeader
        title={t('nav.inbox')}
        note={
          <span className="flex min-h-5.5">
            {unread.data && t('inbox.new', { count: unread.data.count })}
          </span>
        }
        actions={
          <>
            <Button
              disabled={fresh.length === 0 || isBusy}
              onClick={() => fresh[0] && markAll(fresh[0].created_at)}
            >
              <CheckCheck size={15} aria-hidden />
              {t('inbox.readAll')}
            </Button>
            <ButtonLink
              to="/profile"
              search={{ tab: 'notifications' } as never}
              icon={<SlidersHorizontal size={16} />}
              label={t('inbox.preferences')}
            />
          </>
        }
      />
      <div className="flex flex-col gap-5 px-5 lg:px-8">
        <Segments
          label={t('inbox.show')}
          value={onlyNew ? 'unread' : 'all'}
          segments={[
            { value: 'all', label: t('inbox.all') },
            { value: 'unread', label: t('inbox.unread'), count: unread.data?.count },
          ]}
          onChange={show =>
            void navigate({
              to: '.',
              search: (now: Record<string, string>) => ({ ...now, show: show === 'all' ? undefined : show }),
              replace: true,
            } as never)
          }
        />
        {error ? (
          <Failed error={error} retry={() => void Promise.all([unread.refetch(), read.refetch()])} />
        ) : isPending ? (
          <Loading />
        ) : all.length === 0 ? (
          <Empty icon={<BellRing />} title={t(onlyNew ? 'inbox.noneNew' : 'inbox.none')}>
            <p>{t('inbox.noneHelp')}</p>
          </Empty>
        ) : (
          <div ref={list} className="flex flex-col gap-7">
            {fresh.length > 0 && (
              <Part title={t('inbox.unread')} count={unread.data?.count ?? 0} rows={fresh} onMark={mark} />
            )}
            {old.length > 0 && (
              <Part title={t('inbox.earlier')} count={read.data?.count ?? 0} rows={old} onMark={mark} />
            )}
          </div>
        )}
      </div>
    </div>
  )
}

interface PartProps {
  title: string
  count: number
  rows: Notification[]
  onMark: (one: Notification, isRead: boolean) => void
}

function Part({ title, count, rows, onMark }: PartProps) {
  return (
    <section aria-label={title}>
      <h2 className="mb-1 flex items-center gap-2 border-line border-b pb-1.5 text-base">
        {title}
        <span className="tabular rounded-full bg-sunken px-1.5 font-medium text-ink-soft text-sm">
          {formatNumber(count)}
        </span>
      </h2>
      <ul>
        {rows.map(one => (
          <Line key={one.id} one={one} onMark={onMark} />
        ))}
      </ul>
    </section>
  )
}

function Line({ one, onMark }: { one: Notification; onMark: PartProps['onMark'] }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const model = useModel()
  const resource = one.about ? model.resources[one.about.resource] : undefined
  const Icon = ICONS[one.kind] ?? Hourglass
  const isNew = one.read_at === null
  const isBad = one.kind === 'overdue'
  const name = one.about?.str ?? t(`inbox.own.${one.kind}`, { name: one.label ?? '' })
  const status =
    one.status && resource
      ? labels.choice(resource, { name: 'status' }, { key: one.status, label: spoken(one.status) })
      : (one.status ?? '')
  const said = t(`inbox.said.${sentenceOf(one)}`, {
    by: one.by?.str ?? '',
    status,
    date: one.date ? formatShortDay(one.date) : '',
    rule: one.label ?? '',
  })
  const { to, search } = placeOf(one)
  return (
    <li
      data-note={one.id}
      className="group/note -mx-2 flex items-center gap-3 rounded-md px-2 py-1.5 focus-within:bg-hover hover:bg-hover"
    >
      <span
        aria-hidden
        className={cn(
          'grid size-8 shrink-0 place-items-center rounded-md',
          isBad
            ? 'bg-bad-soft text-bad'
            : isNew
              ? 'bg-accent-soft text-accent-text'
              : 'bg-sunken text-ink-soft',
        )}
      >
        <Icon size={16} />
      </span>
      <Link
        to={to}
        search={search as never}
        data-open
        onClick={() => isNew && onMark(one, true)}
        className="min-w-0 grow rounded-sm py-0.5"
      >
        <span
          className={cn('block truncate', isNew ? 'font-semibold' : 'font-medium text-ink-soft')}
          title={name}
        >
          {name}
        </span>
        <span className="block text-ink-soft text-sm">
          {said}
          {' · '}
          {resource && `${labels.name(resource)} · `}
          <Moment at={one.created_at} />
        </span>
      </Link>
      {isNew && (
        <span className="size-2 shrink-0 rounded-full bg-accent" role="img" aria-label={t('inbox.unread')} />
      )}
      <Button
        look="quiet"
        className="size-9 max-sm:size-11"
        icon={isNew ? <MailOpen size={16} /> : <Mail size={16} />}
        label={t(isNew ? 'inbox.markRead' : 'inbox.markUnread', { name })}
        onClick={() => onMark(one, isNew)}
      />
    </li>
  )
}

/** `j` and `k` move, `e` marks as read or unread; Enter opens what has the focus. */
function useInboxKeys(list: RefObject<HTMLDivElement | null>, mark: (id: string) => void) {
  const [ui] = useInterface()
  const latest = useRef({ mark, alone: ui.keys !== false })
  latest.current = { mark, alone: ui.keys !== false }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { mark, alone } = latest.current
      if (!alone || !isFree(event) || event.shiftKey) return
      const lines = [...(list.current?.querySelectorAll<HTMLElement>('[data-note]') ?? [])]
      const at = lines.findIndex(line => line.contains(document.activeElement))
      const pressed = letter(event)
      const by =
        pressed === 'j' || event.key === 'ArrowDown' ? 1 : pressed === 'k' || event.key === 'ArrowUp' ? -1 : 0
      if (by !== 0) lines[at < 0 ? 0 : at + by]?.querySelector<HTMLElement>('[data-open]')?.focus()
      else if (pressed === 'e' && !event.repeat && lines[at]?.dataset.note) {
        mark(lines[at].dataset.note)
        lines[at + 1]?.querySelector<HTMLElement>('[data-open]')?.focus()
      } else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [list])
}
