/**
 * Tabs whose selection is in the URL, so that a link opens the right tab. Those that do not fit are under
 * “More”.
 */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/i18n/format'
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

export function Tabs({ tabs, label }: { tabs: Tab[]; label: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const wanted = (useSearch({ strict: false }) as { tab?: string }).tab
  const current = tabs.find(tab => tab.name === wanted) ?? tabs[0]
  if (!current) return null
  const choose = (name: string) => {
    const tab = name === tabs[0]?.name ? undefined : name
    void navigate({
      to: '.',
      search: (now: Record<string, string>) => ({ domain: now.domain, tab }),
      replace: true,
    } as never)
  }
  const [shown, more] = fitting(tabs, current)
  return (
    <Radix.Root value={current.name} onValueChange={choose} className="flex min-h-0 grow flex-col">
      <div
        data-no-print
        className="flex shrink-0 items-stretch overflow-x-auto border-line border-b px-2.5 lg:px-5.5"
      >
        <Radix.List aria-label={label} className="flex shrink-0 gap-1">
          {shown.map(tab => (
            <Radix.Trigger
              key={tab.name}
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

/** The first of them and the chosen one; what is left is behind a button. */
export function fitting(tabs: Tab[], current: Tab): [Tab[], Tab[]] {
  if (tabs.length <= MOST) return [tabs, []]
  const first = tabs.slice(0, MOST - 1)
  const shown = first.includes(current) ? first : [...first, current]
  return [shown, tabs.filter(tab => !shown.includes(tab))]
}
