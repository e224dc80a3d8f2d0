/** Everything with a date: as a month, a week or a list. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { CalendarCheck, ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { flatten, useDomain, useDomains } from '@/api/domains'
import { useModel } from '@/api/model'
import { useInterface } from '@/api/user'
import { formatDate, formatDay, formatMonthYear, formatNumber, locale } from '@/i18n/format'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { isFree, letter } from '@/shell/keys/keys'
import { PageHeader } from '@/shell/PageHeader'
import { Button } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { cn } from '@/ui/cn'
import { iconNamed } from '@/ui/icons'
import { Segments } from '@/ui/Segments'
import { Empty, Failed, Loading } from '@/ui/States'
import { useFrame } from '@/ui/useFrame'
import { today } from '../due/days'
import { SubscribeButton } from '../profile/SubscribeButton'
import { daysBetween, firstWeekday, isDay, moved, spanOf, step, VIEWS, type View } from './days'
import { EntryLine } from './EntryLink'
import { byDay, type Entry, kindsOf, useEntries } from './entries'
import { Grid } from './Grid'

interface Search {
  view?: string
  date?: string
  /** The kinds that are shown, separated by commas; all if there are none. */
  kinds?: string
}

const noon = (day: string) => new Date(`${day}T12:00`).getTime()

export default function Calendar() {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as Search
  const domain = useDomain()
  const narrow = useFrame() === 'narrow'
  const now = today()
  const wanted = VIEWS.find(view => view === search.view) ?? 'month'
  // A phone has no room for seven days side by side.
  const view: View = narrow ? 'list' : wanted
  const day = isDay(search.date) ? search.date : now
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language may begin its weeks on another day
  const first = useMemo(() => firstWeekday(locale()), [i18n.language])
  const { start, end } = spanOf(view, day, first)
  const found = useEntries(start, end)
  const all = found.data?.entries ?? []
  const chosen = search.kinds ? search.kinds.split(',') : []
  const entries = chosen.length > 0 ? all.filter(entry => chosen.includes(entry.resource)) : all
  const days = byDay(entries)
  const late = entries.filter(entry => entry.is_overdue).length
  const set = (change: Search) =>
    void navigate({
      to: '.',
      search: (now: Record<string, string>) => ({ ...now, ...change }),
      replace: true,
    } as never)
  const toDay = (date: string) => set({ date: date === now ? undefined : date })
  useCalendarKeys({
    view: one => set({ view: one === 'month' ? undefined : one }),
    today: () => set({ date: undefined }),
    move: key => {
      const next =
        view === 'list'
          ? { ArrowLeft: step(view, day, -1), ArrowRight: step(view, day, 1) }[key]
          : moved(day, key)
      if (!next) return false
      toDay(next)
      return true
    },
  })
  const toggle = (kind: string) => {
    const next = chosen.includes(kind) ? chosen.filter(one => one !== kind) : [...chosen, kind]
    set({ kinds: next.join(',') || undefined })
  }
  const period =
    view === 'week'
      ? `${formatDate(start)} – ${formatDate(end)}`
      : formatMonthYear(view === 'list' ? start : day)
  const summary = [
    t('calendar.entries', { count: entries.length }),
    late > 0 && t('calendar.late', { count: late }),
  ].filter(Boolean)
  return (
    <>
      <PageHeader
        title={t('nav.calendar')}
        note={
          <span className="flex min-h-5.5">
            {domain && `${domain.name} · `}
            {found.data ? summary.join(', ') : ''}
          </span>
        }
        actions={
          <>
            {!narrow && (
              <Segments
                label={t('calendar.view')}
                value={view}
                segments={VIEWS.map(one => ({ value: one, label: t(`calendar.views.${one}`) }))}
                onChange={one => set({ view: one === 'month' ? undefined : one })}
              />
            )}
            <SubscribeButton />
          </>
        }
      />
      <div className="flex flex-col gap-3 px-5 pb-10 lg:px-8">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <div className="flex items-center gap-1">
            <Button
              icon={<ChevronLeft size={17} />}
              label={t('calendar.earlier')}
              onClick={() => toDay(step(view, day, -1))}
            />
            <Button onClick={() => set({ date: undefined })}>{t('calendar.today')}</Button>
            <Button
              icon={<ChevronRight size={17} />}
              label={t('calendar.later')}
              onClick={() => toDay(step(view, day, 1))}
            />
          </div>
          <h2 className="text-lg first-letter:uppercase" aria-live="polite">
            {period}
          </h2>
          <span className="grow" />
          <Keys />
        </div>
        <Kinds entries={all} chosen={chosen} onToggle={toggle} />
        {found.data?.is_cut && <Callout tone="warn">{t('calendar.cut', { count: all.length })}</Callout>}
        {found.error ? (
          <Failed error={found.error} retry={() => void found.refetch()} />
        ) : found.isPending ? (
          <Loading />
        ) : view === 'list' ? (
          <List days={daysBetween(start, end)} entries={days} today={now} chosen={search.date} />
        ) : (
          <Grid
            view={view}
            start={start}
            end={end}
            day={day}
            today={now}
            entries={days}
            onDay={toDay}
            onOpen={date => set({ view: 'list', date })}
          />
        )}
      </div>
    </>
  )
}

interface Does {
  view: (view: View) => void
  today: () => void
  move: (key: string) => boolean
}

const LETTERS: Record<string, View> = { m: 'month', w: 'week', l: 'list' }

/** The keys of the calendar, wherever the focus is on the page. */
function useCalendarKeys(does: Does) {
  const [ui] = useInterface()
  const latest = useRef({ does, alone: ui.keys !== false })
  latest.current = { does, alone: ui.keys !== false }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { does, alone } = latest.current
      if (!alone || !isFree(event) || event.shiftKey) return
      const pressed = letter(event)
      if (LETTERS[pressed]) does.view(LETTERS[pressed])
      else if (pressed === 't') does.today()
      else if (!does.move(event.key)) return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

function Keys() {
  const { t } = useTranslation()
  const [ui] = useInterface()
  if (ui.keys === false) return null
  const keys: [string, string][] = [
    ['t', t('calendar.today')],
    ['m', t('calendar.views.month')],
    ['w', t('calendar.views.week')],
    ['l', t('calendar.views.list')],
  ]
  return (
    <ul
      data-no-print
      aria-label={t('keys.title')}
      className="flex gap-x-3.5 text-ink-soft text-sm max-lg:hidden pointer-coarse:hidden"
    >
      {keys.map(([key, does]) => (
        <li key={key} className="flex items-center gap-1.5">
          <kbd className="min-w-5 rounded border border-line bg-bg px-1 text-center font-sans text-xs leading-4.5">
            {key}
          </kbd>
          {does}
        </li>
      ))}
    </ul>
  )
}

/** What the icons stand for; a click shows one kind alone, another adds to it. */
function Kinds({
  entries,
  chosen,
  onToggle,
}: {
  entries: Entry[]
  chosen: string[]
  onToggle: (kind: string) => void
}) {
  const { t } = useTranslation()
  const model = useModel()
  const labels = useLabels()
  const found = kindsOf(entries)
  const gone = chosen.filter(kind => !found.some(one => one.kind === kind))
  const kinds = [...found, ...gone.map(kind => ({ kind, count: 0 }))]
  if (kinds.length === 0) return null
  return (
    <div role="group" aria-label={t('calendar.kinds')} className="flex flex-wrap gap-1.5">
      {kinds.map(({ kind, count }) => {
        const resource = model.resources[kind]
        const Icon = iconNamed(resource?.icon)
        const isOn = chosen.includes(kind)
        return (
          <button
            key={kind}
            type="button"
            aria-pressed={isOn}
            onClick={() => onToggle(kind)}
            className={cn(
              'inline-flex h-7 items-center gap-1.5 rounded-full border px-2.5 text-sm max-sm:h-9',
              isOn
                ? 'border-accent bg-accent-soft font-medium text-accent-text'
                : 'border-line bg-raised text-ink-soft hover:text-ink',
            )}
          >
            <Icon size={14} aria-hidden />
            {resource ? labels.plural(resource) : kind}
            <span className="tabular">{formatNumber(count)}</span>
          </button>
        )
      })}
    </div>
  )
}

/** The days that have something, one under the other. A day that was asked for is in view. */
function List({
  days,
  entries,
  today,
  chosen,
}: {
  days: string[]
  entries: Map<string, Entry[]>
  today: string
  chosen: string | undefined
}) {
  const { t } = useTranslation()
  const tree = useDomains()
  const names = useMemo(() => new Map(flatten(tree).map(one => [one.uuid, one.name])), [tree])
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const section = chosen && box.current?.querySelector(`[data-section="${chosen}"]`)
    if (section) section.scrollIntoView({ block: 'start' })
  }, [chosen])
  const shown = days.filter(day => entries.has(day))
  if (shown.length === 0) return <Empty icon={<CalendarCheck />} title={t('calendar.none')} />
  return (
    <div ref={box} className="flex max-w-4xl flex-col gap-6 pt-2">
      {shown.map(day => (
        <section key={day} data-section={day} aria-label={formatDay(noon(day))} className="scroll-mt-4">
          <h3 className="mb-1 flex items-center gap-2 border-line border-b pb-1.5 text-base">
            <span className="block first-letter:uppercase">{formatDay(noon(day))}</span>
            {day === today && (
              <span className="rounded-full bg-accent px-2 font-medium text-accent-ink text-xs leading-5">
                {t('calendar.today')}
              </span>
            )}
          </h3>
          <ul>
            {entries.get(day)?.map(entry => (
              <li key={`${entry.id}${entry.field}`}>
                <EntryLine entry={entry} domain={names.get(entry.folder)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
