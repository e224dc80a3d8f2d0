/** Short notices in the corner, with undo where possible: a button, or Ctrl-Z from anywhere. */
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from '@/i18n/react'
import { Button } from './Button'
import { cn } from './cn'

export interface Notice {
  id: number
  text: string
  tone: 'good' | 'bad'
  /** The undo. */
  action?: { label: string; run: () => void }
}

let notices: Notice[] = []
let nextId = 1
const watchers = new Set<() => void>()
function set(next: Notice[]) {
  notices = next
  for (const watcher of watchers) watcher()
}

function add(tone: Notice['tone'], text: string, action?: Notice['action']) {
  set([...notices.slice(-3), { id: nextId++, text, tone, action }])
}

export const toast = {
  /** `undo` may be offered with it. */
  good: (text: string, action?: Notice['action']) => add('good', text, action),
  bad: (problem: unknown) => add('bad', problem instanceof Error ? problem.message : String(problem)),
}

/** While someone types, Ctrl-Z undoes their own text. */
const TYPED = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true]'

const drop = (id: number) => set(notices.filter(notice => notice.id !== id))

function undo(notice: Notice) {
  notice.action?.run()
  drop(notice.id)
}

function subscribe(watcher: () => void) {
  watchers.add(watcher)
  return () => {
    watchers.delete(watcher)
  }
}

export function Toasts() {
  const all = useSyncExternalStore(subscribe, () => notices)
  const { t } = useTranslation()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.repeat) return
      if (event.key.toLowerCase() !== 'z') return
      const last = notices.findLast(notice => notice.action)
      if (!last || (event.target as HTMLElement).matches(TYPED)) return
      event.preventDefault()
      undo(last)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <section
      aria-label={t('common.notices')}
      aria-live="polite"
      data-no-print
      className="pointer-events-none toasts fixed right-4 z-50 flex w-[min(24rem,calc(100vw-2rem))] flex-col gap-2"
    >
      {all.map(notice => (
        <One key={notice.id} notice={notice} />
      ))}
    </section>
  )
}

function One({ notice }: { notice: Notice }) {
  const { t } = useTranslation()
  const [held, setHeld] = useState(false)
  useEffect(() => {
    // Errors stay until they are read; what can be undone stays for a while, and so does a notice under the
    // mouse.
    if (notice.tone === 'bad' || held) return
    const timer = setTimeout(() => drop(notice.id), notice.action ? 10_000 : 4000)
    return () => clearTimeout(timer)
  }, [notice, held])
  const Icon = notice.tone === 'good' ? CircleCheck : CircleAlert
  return (
    <div
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="appear pointer-events-auto flex items-start gap-2.5 rounded-lg border border-line bg-raised py-2.5 pr-2 pl-3 shadow-md"
    >
      <Icon
        aria-hidden
        size={17}
        className={cn('mt-0.5 shrink-0', notice.tone === 'good' ? 'text-good' : 'text-bad')}
      />
      <p className="min-w-0 grow break-words py-px">{notice.text}</p>
      {notice.action && (
        <Button size="sm" aria-keyshortcuts="Control+Z" onClick={() => undo(notice)}>
          {notice.action.label}
          <kbd aria-hidden className="font-sans text-ink-faint text-xs max-lg:hidden">
            Ctrl Z
          </kbd>
        </Button>
      )}
      <Button
        look="quiet"
        size="sm"
        icon={<X size={14} />}
        label={t('common.close')}
        onClick={() => drop(notice.id)}
      />
    </div>
  )
}
