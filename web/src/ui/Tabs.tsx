/**
 * Tabs whose selection is in the URL, so that a link opens the right tab. Those that do not fit are under
 * “More”.
 */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { Tabs as Radix } from 'radix-ui'
import { type ReactNode, useEffect, useRef } from 'react'
import { formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { cn } from './cn'
import { Menu } from './Menu'
import { useWidth } from './table/fitting'

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

export function Tabs({ tabs, label }: { tabs: Tab[]; label: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const wanted = (useSearch({ strict: false }) as { tab?: string }).tab
  const current = tabs.find(tab => tab.name === wanted) ?? tabs[0]
  const bar = useRef<HTMLDivElement>(null)
  const width = useWidth(bar)
  // Where tabs are scrolled, the chosen one is in view.
  useEffect(() => {
    const [box, tab] = [bar.current, bar.current?.querySelector<HTMLElement>(`[data-tab="${current?.name}"]`)]
    if (!box || !tab || box.scrollWidth <= box.clientWidth) return
    box.scrollLeft = tab.offsetLeft - (box.clientWidth - tab.offsetWidth) / 2
  }, [current?.name])
  if (!current) return null
  const choose = (name: string) => {
    const tab = name === tabs[0]?.name ? undefined : name
    void navigate({
      to: '.',
      search: (now: Record<string, string>) => ({ domain: now.domain, tab }),
      replace: true,
    } as never)
  }
  const [shown, more] = fitting(tabs, current, width > PHONE ? width : undefined)
  return (
    <Radix.Root value={current.name} onValueChange={choose} className="flex min-h-0 grow flex-col">
      <div
        ref={bar}
        data-no-print
        className="relative flex shrink-0 items-stretch overflow-x-auto border-line border-b px-2.5 lg:px-5.5"
      >
        <Radix.List aria-label={label} className="flex shrink-0 gap-1">
          {shown.map(tab => (
            <Radix.Trigger
              key={tab.name}
              data-tab={tab.name}
              value={tab.name}
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
            </Radix.Trigger>
          ))}
        </Radix.List>
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
      <Radix.Content value={current.name} className="flex min-h-0 grow flex-col outline-none" tabIndex={-1}>
        {current.view()}
      </Radix.Content>
    </Radix.Root>
  )
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
