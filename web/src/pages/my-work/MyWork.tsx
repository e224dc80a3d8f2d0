/** All that is to be done, by date: with the keys, or the buttons, that complete it, put it off or hand it over. */
import { useNavigate } from '@tanstack/react-router'
import { Inbox, ListFilter } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useDomain } from '@/api/domains'
import { useModel } from '@/api/model'
import { useInterface, useUser } from '@/api/user'
import { formatNumber } from '@/i18n/format'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { to } from '@/resource/address'
import { PageHeader } from '@/shell/PageHeader'
import { Button } from '@/ui/Button'
import { Menu } from '@/ui/Menu'
import { Empty, Failed, Skeleton } from '@/ui/States'
import { addDays, today } from '../due/days'
import { Beside, Count } from './Beside'
import { DayStrip } from './DayStrip'
import { type Deeds, useDeeds } from './deeds'
import { grouped } from './groups'
import Handover from './Handover'
import SnoozeDialog from './SnoozeDialog'
import { keyOf, nextMonday } from './snooze'
import { useMyWork, useNarrowing } from './useMyWork'
import { Whose } from './useWhose'
import { useWorkKeys } from './useWorkKeys'
import { WorkLine } from './WorkLine'
import type { Work } from './work'

/** What is open over the list, for one item. */
interface Over {
  what: 'menu' | 'date' | 'assign'
  key: string
}

export default function MyWork() {
  const { t } = useTranslation()
  const domain = useDomain()
  const user = useUser()
  const { scope, mine, actors, list, lasting, retry } = useMyWork()
  const deeds = useDeeds()
  const { kind, day, narrow } = useNarrowing()
  const now = today()

  // What was completed leaves the server's list, and stays on the page.
  const present = new Set(list.items.map(keyOf))
  const gone = [...deeds.done].filter(([key]) => !present.has(key)).map(([, item]) => item)
  const all = [...list.items, ...gone].sort((a, b) => (a.day ?? '9999').localeCompare(b.day ?? '9999'))
  const snoozed = all.flatMap(item => {
    const until = mine && deeds.snoozedUntil(item)
    return until ? [{ item, until }] : []
  })
  const awake = snoozed.length ? all.filter(item => !snoozed.some(one => one.item === item)) : all
  const ofKind = kind ? awake.filter(item => item.resource === kind) : awake
  const shown = day ? ofKind.filter(item => item.day === day) : ofKind
  const open = ofKind.filter(item => !deeds.done.has(keyOf(item)))
  const late = open.filter(item => item.day && item.day < now).length
  const due = open.filter(item => item.day === now).length
  const note = [
    late > 0 && t('myWork.late', { count: late }),
    due > 0 && t('myWork.dueToday', { count: due }),
    late + due === 0 && t('work.summary', { count: open.length }),
  ].filter(Boolean)
  return (
    <div className="flex min-h-full w-full flex-col">
      <PageHeader
        title={t(mine ? 'work.mine' : 'work.everyones')}
        note={
          <span className="flex min-h-5.5 flex-wrap items-center gap-x-2">
            {domain && `${domain.name} · `}
            {/* The line is reserved before its text is loaded. */}
            {list.pending ? <Skeleton className="h-4 w-44" /> : note.join(', ')}
          </span>
        }
        actions={<Whose scope={scope} teams={user.all_actor_ids.length > 1} />}
      />
      <div className="grid grow content-start gap-x-10 gap-y-8 px-5 pt-1 pb-10 lg:px-8 xl:grid-cols-[minmax(0,60rem)_minmax(0,19rem)]">
        <div className="flex min-w-0 flex-col gap-6">
          {list.error ? (
            <Failed error={list.error} retry={retry} />
          ) : list.pending ? (
            <Waiting />
          ) : (
            <>
              <DayStrip
                items={ofKind}
                today={now}
                late={late}
                chosen={day}
                onChoose={day => narrow({ day })}
              />
              <Lines
                items={shown}
                deeds={deeds}
                filter={<Kinds items={awake} chosen={kind} onChoose={kind => narrow({ kind })} />}
                none={
                  <Empty
                    icon={<Inbox size={28} />}
                    title={t(day || kind ? 'myWork.noneHere' : mine ? 'myWork.none' : 'myWork.noneAll')}
                  >
                    {day || kind ? (
                      <Button onClick={() => narrow({ day: undefined, kind: undefined })}>
                        {t('myWork.showAll')}
                      </Button>
                    ) : (
                      <p>{t(mine ? 'myWork.noneHelp' : 'myWork.noneAllHelp')}</p>
                    )}
                  </Empty>
                }
              />
              {list.count > list.items.length && (
                <p className="text-ink-soft">
                  {t('work.more', { shown: formatNumber(list.items.length), count: list.count })}
                </p>
              )}
            </>
          )}
        </div>
        <aside aria-label={t('myWork.beside')} className="flex min-w-0 flex-col gap-7">
          {!list.pending && (
            <Beside snoozed={snoozed} onBring={deeds.bringBack} lasting={lasting} actors={actors} />
          )}
        </aside>
      </div>
      <KeyBar />
    </div>
  )
}

/** The groups, the line that keys act on, and what is open over it. */
function Lines({
  items,
  deeds,
  filter,
  none,
}: {
  items: Work[]
  deeds: Deeds
  filter: ReactNode
  none: ReactNode
}) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [at, setAt] = useState('')
  const [over, setOver] = useState<Over | null>(null)
  const now = today()
  const groups = grouped(items, now)
  const inOrder = groups.flatMap(group => group.items)
  const current = inOrder.find(item => keyOf(item) === at) ?? inOrder[0]
  const isOpen = current && !deeds.done.has(keyOf(current))
  const ask = (what: Over['what'], item: Work) => setOver({ what, key: keyOf(item) })

  /** The line after one that goes away, so that the next key acts on what is seen next. */
  const after = (item: Work) => {
    const place = inOrder.indexOf(item)
    const next = inOrder[place + 1] ?? inOrder[place - 1]
    if (next) focusLine(keyOf(next))
  }
  const putOff = (item: Work, until: string) => {
    setOver(null)
    after(item)
    deeds.putOff(item, until)
  }
  useWorkKeys({
    move: by => {
      const place = current ? inOrder.indexOf(current) : -1
      // The first key only takes the focus to the line that is marked.
      const isThere = document.activeElement?.closest('[data-work]') !== null
      const next = inOrder[isThere ? place + by : Math.max(0, place)]
      if (next) focusLine(keyOf(next))
    },
    open: () => current && void navigate({ to: to.item(current.resource, current.id) }),
    complete: () => {
      if (!current || !isOpen) return
      if (deeds.canComplete(current)) deeds.complete(current)
      else void navigate({ to: to.item(current.resource, current.id) })
    },
    snooze: () => current && isOpen && ask('menu', current),
    assign: () => current && isOpen && deeds.assignmentOf(current) && ask('assign', current),
    undo: () => deeds.undo(),
  })
  const asked = over && inOrder.find(item => keyOf(item) === over.key)
  const target = asked && over?.what === 'assign' && deeds.assignmentOf(asked)
  if (groups.length === 0)
    return (
      <div>
        <div className="flex justify-end">{filter}</div>
        {none}
      </div>
    )
  return (
    <>
      {groups.map((group, place) => (
        <section key={group.name} aria-label={t(`work.group.${group.name}`)}>
          <h2 className="mb-1 flex min-h-8 items-center gap-2 border-line border-b pb-1.5 text-base">
            {t(`work.group.${group.name}`)}
            <Count>{group.items.length}</Count>
            {place === 0 && <span className="ml-auto font-normal">{filter}</span>}
          </h2>
          <ul>
            {group.items.map(item => {
              const key = keyOf(item)
              return (
                <WorkLine
                  key={key}
                  item={item}
                  current={item === current}
                  done={deeds.done.has(key)}
                  onPoint={() => setAt(key)}
                  onComplete={deeds.canComplete(item) ? () => deeds.complete(item) : undefined}
                  onAssign={deeds.assignmentOf(item) ? () => ask('assign', item) : undefined}
                  onUndo={() => deeds.undo(key)}
                  snoozing={over?.what === 'menu' && over.key === key}
                  onSnoozing={isOpen => (isOpen ? ask('menu', item) : setOver(null))}
                  snoozes={[
                    { label: t('myWork.tomorrow'), run: () => putOff(item, addDays(now, 1)) },
                    { label: t('myWork.monday'), run: () => putOff(item, nextMonday(now)) },
                    { label: t('myWork.month'), run: () => putOff(item, addDays(now, 30)) },
                    // After the menu has closed, which would close it too.
                    { label: t('myWork.pick'), run: () => setTimeout(() => ask('date', item)) },
                  ]}
                />
              )
            })}
          </ul>
        </section>
      ))}
      {asked && over?.what === 'date' && (
        <SnoozeDialog name={asked.name} onClose={() => setOver(null)} onApply={day => putOff(asked, day)} />
      )}
      {asked && target && (
        <Suspense>
          <Handover name={asked.name} target={target} onClose={() => setOver(null)} />
        </Suspense>
      )}
    </>
  )
}

/** Once the page is drawn anew: a line may be about to go. */
const focusLine = (key: string) =>
  setTimeout(() => {
    const line = document.querySelector<HTMLElement>(`[data-work="${CSS.escape(key)}"] [data-line]`)
    line?.focus()
    line?.scrollIntoView({ block: 'nearest' })
  })

/** One kind of work alone. */
function Kinds({
  items,
  chosen,
  onChoose,
}: {
  items: Work[]
  chosen: string | undefined
  onChoose: (kind: string | undefined) => void
}) {
  const { t } = useTranslation()
  const model = useModel()
  const labels = useLabels()
  const kinds = [...new Set(items.map(item => item.resource))]
  const name = (kind: string) => {
    const resource = model.resources[kind]
    return resource ? labels.plural(resource) : kind
  }
  if (kinds.length < 2 && !chosen) return null
  return (
    <Menu
      items={[
        { label: t('myWork.allKinds'), checked: !chosen, run: () => onChoose(undefined) },
        null,
        ...kinds.map(kind => ({
          label: name(kind),
          hint: formatNumber(items.filter(item => item.resource === kind).length),
          checked: kind === chosen,
          run: () => onChoose(kind),
        })),
      ]}
    >
      <Button look="quiet" size="sm">
        <ListFilter size={14} aria-hidden />
        {chosen ? name(chosen) : t('myWork.allKinds')}
      </Button>
    </Menu>
  )
}

/** The keys, where there is a keyboard and they are on. */
function KeyBar() {
  const { t } = useTranslation()
  const [ui] = useInterface()
  if (ui.keys === false) return null
  const keys: [string[], string][] = [
    [['j', 'k'], t('myWork.keys.move')],
    [[t('keys.enter')], t('myWork.keys.open')],
    [['e'], t('myWork.keys.complete')],
    [['h'], t('myWork.keys.snooze')],
    [['a'], t('myWork.keys.assign')],
    [['z'], t('myWork.keys.undo')],
  ]
  return (
    <ul
      data-no-print
      aria-label={t('keys.title')}
      className="sticky bottom-0 flex flex-wrap gap-x-5 gap-y-1 border-line border-t bg-bg px-8 py-2 text-ink-soft text-sm max-lg:hidden"
    >
      {keys.map(([caps, does]) => (
        <li key={does} className="flex items-center gap-1.5">
          {caps.map(cap => (
            <kbd
              key={cap}
              className="min-w-5 rounded border border-line bg-raised px-1.5 text-center font-sans text-xs leading-4.5"
            >
              {cap}
            </kbd>
          ))}
          {does}
        </li>
      ))}
    </ul>
  )
}

function Waiting() {
  const { t } = useTranslation()
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">{t('common.loading')}</span>
      <Skeleton className="h-16 w-full" />
      {['a', 'b', 'c', 'd', 'e', 'f'].map(key => (
        <Skeleton key={key} className="h-10 w-full" />
      ))}
    </div>
  )
}
