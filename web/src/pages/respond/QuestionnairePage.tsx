/** A questionnaire for the person who answers it: one requirement at a time, then a look over everything and submit. */
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from '@/i18n/react'
import { SavingSign } from '@/questions/SavingSign'
import { isUnsaved } from '@/questions/saver'
import { LeaveGuard } from '@/shell/LeaveGuard'
import { usePageTitle } from '@/shell/title'
import { initials } from '@/ui/Avatar'
import { ButtonLink } from '@/ui/Button'
import { Failed, Loading } from '@/ui/States'
import { type Item, isComplete, sectionsOf } from './items'
import { Overview } from './Overview'
import { Screen } from './Screen'
import { type Questionnaire, useQuestionnaire } from './useQuestionnaire'

/** The address of the look over everything. */
const ALL = 'all'

export default function QuestionnairePage() {
  const { id } = useParams({ strict: false }) as { id: string }
  const { data, error, retry } = useQuestionnaire(id)
  if (error && !data) return <Failed error={error} retry={retry} />
  return data ? <Answering key={id} {...data} /> : <Loading />
}

function Answering(all: Questionnaire) {
  const { t } = useTranslation()
  const { assignment, audit, items, open } = all
  const search = useSearch({ strict: false }) as { at?: string }
  const navigate = useNavigate()
  usePageTitle(audit.name)
  const first = useRef(open ? (items.find(item => !isComplete(item))?.row ?? ALL) : ALL)
  const at = search.at ?? first.current
  const place = items.findIndex(item => item.row === at)
  const go = (to: string | undefined) =>
    void navigate({ to: '.', search: (now: object) => ({ ...now, at: to ?? ALL }) } as never)
  useNewScreen(at)
  const item = items[place]
  return (
    <div className="flex min-h-full flex-col bg-surface">
      <div className="sticky top-0 z-10 border-line border-b bg-surface">
        <header className="mx-auto flex max-w-[35rem] items-center gap-3 px-5 pt-3">
          <span
            aria-hidden
            className="grid size-8 shrink-0 place-items-center rounded-md bg-accent font-semibold text-accent-ink text-xs"
          >
            {initials(assignment.folder.str)}
          </span>
          <div className="min-w-0 grow leading-tight">
            <p className="truncate font-semibold text-sm">{audit.name}</p>
            <p className="truncate text-ink-soft text-sm">{assignment.folder.str}</p>
          </div>
          <SavingSign />
          <ButtonLink
            to="/questionnaires"
            look="quiet"
            className="-mr-2 h-11 w-11"
            icon={<X size={18} aria-hidden />}
            label={t('respond.leave')}
          />
        </header>
        <Progress items={items}>
          {item ? (
            <>
              <span className="tabular">{t('respond.nth', { at: place + 1, count: items.length })}</span>
              <button
                type="button"
                onClick={() => go(ALL)}
                className="-my-2 rounded-sm py-2 font-medium text-accent-text underline-offset-3 hover:underline"
              >
                {t('respond.all')}
              </button>
            </>
          ) : (
            <span className="tabular">
              {t('respond.doneOf', { some: items.filter(isComplete).length, count: items.length })}
            </span>
          )}
        </Progress>
      </div>
      {item ? (
        <Screen
          key={item.row}
          all={all}
          item={item}
          onBack={() => go(items[place - 1]?.row)}
          isFirst={place === 0}
          onNext={() => go(items[place + 1]?.row)}
        />
      ) : (
        <Overview all={all} onOpen={go} />
      )}
      <LeaveGuard isDirty={isUnsaved} />
    </div>
  )
}

/** How far each section is: one bar for each, as long as it has requirements. */
function Progress({ items, children }: { items: Item[]; children: ReactNode }) {
  return (
    <div className="mx-auto max-w-[35rem] px-5 pt-2 pb-3">
      <div className="flex min-h-5 items-center justify-between gap-3 text-ink-soft text-sm">{children}</div>
      <div aria-hidden className="mt-1.5 flex gap-0.5">
        {sectionsOf(items).map((section, at) => {
          const done = section.items.filter(isComplete).length / section.items.length
          return (
            <span
              key={at}
              style={{ flexGrow: section.items.length }}
              className="h-1.5 overflow-hidden rounded-full bg-track"
            >
              <span className="block h-full bg-accent" style={{ width: `${done * 100}%` }} />
            </span>
          )
        })}
      </div>
    </div>
  )
}

/** A new screen begins at its top, and its heading is read out. */
function useNewScreen(at: string) {
  const before = useRef(at)
  useEffect(() => {
    if (before.current === at) return
    before.current = at
    document.getElementById('content')?.scrollTo(0, 0)
    document.getElementById('screen')?.focus({ preventScroll: true })
  }, [at])
}
