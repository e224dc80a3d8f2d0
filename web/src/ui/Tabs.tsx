/**
 * Tabs whose selection is in the URL, so that a link opens the right tab. Those that do not fit are under
 * “More”.
 */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useReducer,
  useRef,
} from 'react'
import { formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { cn } from './cn'
import { Menu } from './Menu'

export interface Tab {
  name: string
  label: string
  /** Keeps its place while its count is not known yet. */
  count?: number
  view: () => ReactNode
}

const MOST = 8
/** On a phone tabs are scrolled instead, as everywhere on phones. */
const PHONE = 640
/** The navigation is at most this wide. */
const NAVIGATION = 240

export function Tabs({ tabs, label }: { tabs: Tab[]; label: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const wanted = (useSearch({ strict: false }) as { tab?: string }).tab
  const current = tabs.find(tab => tab.name === wanted) ?? tabs[0]
  const bar = useRef<HTMLDivElement>(null)
  const base = useId()
  // Where tabs are scrolled, the chosen one is in view.
  useEffect(() => {
    const [box, tab] = [bar.current, bar.current?.querySelector<HTMLElement>(`[data-tab="${current?.name}"]`)]
    if (!box || !tab || box.scrollWidth <= box.clientWidth) return
    box.scrollLeft = tab.offsetLeft - (box.clientWidth - tab.offsetWidth) / 2
  }, [current?.name])
  const width = useWidthOf(bar, width => current && shownIn(width, tabs, current).length)
  if (!current) return null
  const choose = (name: string) => {
    const tab = name === tabs[0]?.name ? undefined : name
    void navigate({
      to: '.',
      search: (now: Record<string, string>) => ({ domain: now.domain, tab }),
      replace: true,
    } as never)
  }
  const shown = shownIn(width, tabs, current)
  const more = tabs.filter(tab => !shown.includes(tab))
  const onKeyDown = (event: KeyboardEvent) => {
    const at = shown.indexOf(current)
    const to = {
      ArrowRight: (at + 1) % shown.length,
      ArrowLeft: (at + shown.length - 1) % shown.length,
      Home: 0,
      End: shown.length - 1,
    }[event.key]
    const next = to !== undefined && shown[to]
    if (!next || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    bar.current?.querySelector<HTMLElement>(`[data-tab="${next.name}"]`)?.focus()
    choose(next.name)
  }
  return (
    <div className="flex min-h-0 grow flex-col">
      <div
        ref={bar}
        data-no-print
        className="relative flex shrink-0 items-stretch overflow-x-auto border-line border-b px-2.5 lg:px-5.5"
      >
        <div role="tablist" aria-label={label} className="flex shrink-0 gap-1" onKeyDown={onKeyDown}>
          {shown.map(tab => (
            <button
              key={tab.name}
              type="button"
              role="tab"
              id={`${base}-tab-${tab.name}`}
              aria-controls={tab === current ? `${base}-panel` : undefined}
              aria-selected={tab === current}
              tabIndex={tab === current ? 0 : -1}
              data-tab={tab.name}
              data-state={tab === current ? 'active' : 'inactive'}
              onClick={() => choose(tab.name)}
              className={cn(
                'whitespace-nowrap border-transparent border-b-2 px-2.5 pt-1.5 pb-2 text-ink-soft transition-colors hover:text-ink',
                'outline-offset-[-2px] data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink',
              )}
            >
              {tab.label}
              {'count' in tab && (
                <span
                  className={cn(
                    'tabular ml-1.5 inline-block min-w-5 rounded-full bg-sunken px-1.5 py-px text-center text-xs',
                    tab.count === 0 && 'text-ink-faint',
                  )}
                >
                  {tab.count === undefined ? '\u00a0' : formatNumber(tab.count)}
                </span>
              )}
            </button>
          ))}
        </div>
        {more.length > 0 && (
          <Menu
            align="start"
            items={more.map(tab => ({
              label: tab.label,
              hint: tab.count === undefined ? undefined : formatNumber(tab.count),
              run: () => choose(tab.name),
            }))}
          >
            <button
              type="button"
              aria-label={t('common.moreTabs')}
              className="ml-1 flex shrink-0 items-center gap-1 whitespace-nowrap px-2.5 pb-0.5 text-ink-soft outline-offset-[-2px] hover:text-ink"
            >
              {t('common.more')}
              <ChevronDown size={14} aria-hidden />
            </button>
          </Menu>
        )}
      </div>
      <div
        role="tabpanel"
        id={`${base}-panel`}
        aria-labelledby={`${base}-tab-${current.name}`}
        tabIndex={-1}
        className="flex min-h-0 grow flex-col outline-none"
      >
        {current.view()}
      </div>
    </div>
  )
}

const shownIn = (width: number, tabs: Tab[], current: Tab) =>
  fitting(tabs, current, width > PHONE ? width : undefined)[0]

/**
 * The width of an element; until it is known, that of the window without the navigation. Where it makes no difference,
 * nothing is drawn again: before the first paint that would have the page drawn twice before it is shown.
 */
function useWidthOf(element: RefObject<HTMLElement | null>, meaning: (width: number) => unknown): number {
  const width = useRef(window.innerWidth - (window.innerWidth > PHONE ? NAVIGATION : 0))
  const [, drawAgain] = useReducer((times: number) => times + 1, 0)
  const latest = useRef(meaning)
  latest.current = meaning
  useLayoutEffect(() => {
    const box = element.current
    if (!box) return
    const look = () => {
      const before = latest.current(width.current)
      width.current = box.clientWidth
      if (latest.current(width.current) !== before) drawAgain()
    }
    look()
    const watch = new ResizeObserver(look)
    watch.observe(box)
    return () => watch.disconnect()
  }, [element])
  return width.current
}

/** How wide a tab is, more or less: its letters, its count, and the room around them. */
const widthOf = (tab: Tab) => 24 + tab.label.length * 7.6 + ('count' in tab ? 40 : 0)
/** The room around the tabs, and that of the button with the others. */
const AROUND = 48
const MORE = 80

/** The first of them and the chosen one; what is left is behind a button. Without a width only their number counts. */
export function fitting(tabs: Tab[], current: Tab, width = Number.POSITIVE_INFINITY): [Tab[], Tab[]] {
  const sum = (some: Tab[]) => some.reduce((all, tab) => all + widthOf(tab), AROUND)
  if (tabs.length <= MOST && sum(tabs) <= width) return [tabs, []]
  const withCurrent = (count: number) => {
    const first = tabs.slice(0, count)
    return first.includes(current) ? first : [...first, current]
  }
  let count = Math.min(tabs.length, MOST) - 1
  while (count > 1 && sum(withCurrent(count)) + MORE > width) count -= 1
  const shown = withCurrent(count)
  return [shown, tabs.filter(tab => !shown.includes(tab))]
}
